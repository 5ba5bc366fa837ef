import { inflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

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
  /** The lines as their maker says that they read: what is copied out of it. */
  lines: string[];
  info: Record<string, unknown>;
  /** Names of the fonts, and how many of them are inside. */
  fonts: { names: string[]; embedded: number };
}

/** Reads a document as another program would. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await loading.promise;
  const pages: PdfText[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
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
  return { pages, text, lines: actualTexts(bytes), info: info as Record<string, unknown>, fonts: fontsIn(bytes) };
}

function fontsIn(bytes: Uint8Array): ReadPdf['fonts'] {
  const source = Buffer.from(bytes).toString('latin1');
  const names = [...source.matchAll(/\/Type \/FontDescriptor\s+\/FontName \/(\S+)/g)].map((found) => found[1] ?? '');
  return { names, embedded: [...source.matchAll(/\/FontFile[23]? \d+ 0 R/g)].length };
}

/** `/ActualText` of the marked spans, in the order of the pages' contents. */
function actualTexts(bytes: Uint8Array): string[] {
  const source = Buffer.from(bytes).toString('latin1');
  return [...source.matchAll(/\bstream\n([\s\S]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    const content = contentOf(Buffer.from(packed, 'latin1'));
    return [...content.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, raw = '']) => textOf(raw));
  });
}

function contentOf(packed: Buffer): string {
  try {
    return inflateSync(packed).toString('latin1');
  } catch {
    return '';
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A string of PDF: in UTF-16 where it begins with the mark of that. */
function textOf(raw: string): string {
  const plain = raw.replace(/\\([\s\S])/g, (_, char: string) => ESCAPES[char] ?? char);
  if (!plain.startsWith('\u00fe\u00ff')) return plain;
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le');
}
