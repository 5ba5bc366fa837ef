import { inflateSync } from 'node:zlib';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text on a page; `x` and `y` in points from the lower left corner. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  direction: string;
}

export interface ReadPdf {
  pages: PdfText[][];
  /** The whole text, with a space between pieces. */
  text: string;
  /** Lines as a reader sees them, without spaces between right-to-left pieces. */
  lines: string[];
  /** The structure for screen readers: element names in depth-first order, with their lines. */
  structure: string[];
  info: Record<string, unknown>;
  /** Font names, and the number of embedded fonts. */
  fonts: { names: string[]; embedded: number };
}

/** Parses a document with another library than the one that wrote it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await loading.promise;
  const pages: PdfText[][] = [];
  const lines: string[] = [];
  const structure: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const spans = spansOf(items);
    lines.push(...spans.values());
    structure.push(...elementsOf(await page.getStructTree(), spans));
    pages.push(
      items.flatMap((item) =>
        'str' in item && item.str !== ''
          ? [{ text: item.str, x: item.transform[4], y: item.transform[5], width: item.width, direction: item.dir }]
          : [],
      ),
    );
  }
  const { info } = await document.getMetadata();
  await loading.destroy();
  const text = pages
    .flat()
    .map((piece) => piece.text)
    .join(' ');
  return { pages, text, lines, structure, info: info as Record<string, unknown>, fonts: fontsIn(bytes) };
}

function fontsIn(bytes: Uint8Array): ReadPdf['fonts'] {
  const source = Buffer.from(bytes).toString('latin1');
  const names = [...source.matchAll(/\/Type \/FontDescriptor\s+\/FontName \/(\S+)/g)].map((found) => found[1] ?? '');
  return { names, embedded: [...source.matchAll(/\/FontFile[23]? \d+ 0 R/g)].length };
}

type Item = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];

/** Texts of a page's marked spans, by id. Spans without an id get a number. */
function spansOf(items: readonly Item[]): Map<string, string> {
  const spans = new Map<string, string>();
  // A nested span is part of the outer span's line.
  const opened: (string | null)[] = [];
  for (const item of items) {
    const open = opened.at(-1) ?? null;
    if ('type' in item) {
      // The library's types lack `tag`.
      const { type, id, tag } = item as typeof item & { tag?: string };
      if (type === 'endMarkedContent') opened.pop();
      else opened.push(tag === 'Span' ? (open ?? id ?? `span ${spans.size}`) : null);
    } else if (open !== null) {
      spans.set(open, `${spans.get(open) ?? ''}${item.str}`);
    }
  }
  return new Map([...spans].map(([id, text]) => [id, text.trim()]));
}

interface Element {
  role: string;
  children: (Element | { type: string; id?: string })[];
}

function elementsOf(element: Element | null, spans: ReadonlyMap<string, string>): string[] {
  if (element === null) return [];
  const inner = element.children.flatMap((child) =>
    'role' in child ? elementsOf(child, spans) : [spans.get(child.id ?? '') ?? ''],
  );
  return [element.role, ...inner];
}

/** A replacement text (`ActualText`) and the graphics state at its end. */
export interface Replacement {
  actual: string;
  /** True if the coordinate system is upright there. */
  isUpright: boolean;
  font: string | null;
}

/** All replacement texts of a document, in content order. */
export function replacementsIn(bytes: Uint8Array): Replacement[] {
  const source = Buffer.from(bytes);
  const found: Replacement[] = [];
  for (const { index } of source.toString('latin1').matchAll(/stream\n/g)) {
    const content = inflated(source.subarray(index + 7));
    if (content.includes(' BDC\n')) found.push(...replacementsOf(content));
  }
  return found;
}

function inflated(part: Buffer): string {
  try {
    return inflateSync(part, { finishFlush: 2 }).toString('latin1');
  } catch {
    return '';
  }
}

/** Starts of marked content, and other operators of PDFKit, which puts each on a line. */
const OPERATORS = /^\/\w+ (?:<<[\s\S]*?>> BDC|BMC)$|^(?:[^\n]* )?(?:q|Q|cm|Tf|EMC)$/gm;

function replacementsOf(content: string): Replacement[] {
  const found: Replacement[] = [];
  const states: { height: number; font: string | null }[] = [];
  const open: (string | null)[] = [];
  let state: { height: number; font: string | null } = { height: 1, font: null };
  for (const [line] of content.matchAll(OPERATORS)) {
    const words = line.split(' ');
    const operator = words.at(-1);
    if (operator === 'q') states.push({ ...state });
    else if (operator === 'Q') state = states.pop() ?? state;
    else if (operator === 'cm') state.height *= Number(words[3]);
    else if (operator === 'Tf') state.font = words.slice(0, 2).join(' ');
    else if (operator === 'EMC') {
      const actual = open.pop() ?? null;
      if (actual !== null) found.push({ actual, isUpright: state.height > 0, font: state.font });
    } else open.push(actualIn(line));
  }
  return found;
}

/** Texts beyond ASCII are UTF-16. */
function actualIn(line: string): string | null {
  const [, written] = /\/ActualText \(([\s\S]*)\)/.exec(line) ?? [];
  if (written === undefined) return null;
  const bytes = Buffer.from(unescaped(written), 'latin1');
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(written: string): string {
  return written.replaceAll(/\\(.)/gs, (_all, char: string) => ESCAPES[char] ?? char);
}
