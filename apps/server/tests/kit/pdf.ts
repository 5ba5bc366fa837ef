import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text as it lies on a page; from the left and from the bottom, in points. */
export interface PdfText {
  text: string;
  x: number;
  y: number;
  width: number;
  direction: string;
}

export interface ReadPdf {
  pages: PdfText[][];
  /** All of it, a space between pieces. */
  text: string;
  /** The lines of its maker as they are read, without the spaces between pieces from right to left. */
  lines: string[];
  /** The structure that screen readers follow: names of elements, depth first, with their lines. */
  structure: string[];
  info: Record<string, unknown>;
  /** Names of the fonts, and how many of them are inside. */
  fonts: { names: string[]; embedded: number };
}

/** Reads a document as another program would. */
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

/** The texts of the marked spans of a page by their ids; those without one have a number. */
function spansOf(items: readonly Item[]): Map<string, string> {
  const spans = new Map<string, string>();
  let open: string | null = null;
  for (const item of items) {
    if ('type' in item) {
      // Its types leave out the tag.
      const { type, id, tag } = item as typeof item & { tag?: string };
      if (type === 'endMarkedContent') open = null;
      else if (tag === 'Span') open = id ?? `span ${spans.size}`;
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
