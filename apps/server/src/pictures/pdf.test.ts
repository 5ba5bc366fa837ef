import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { inspectPdf } from './pdf.ts';

const URL = 'https://elsewhere.example/';
const ACTION = `/A<</S/URI/URI(${URL})>>`;
const ANNOTATION = '/Type/Annot/Subtype/Link/Rect[0 0 200 200]';
const LINK = `<<${ANNOTATION}${ACTION}>>`;
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Annots[5 0 R]>>';
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';

/** The mark where the cross-reference says that object 5, an annotation of the page, begins. */
const HERE = '@';

/** A file of one page and these further parts, with a cross-reference table. */
function fileOf(more: string): Buffer {
  let text = '%PDF-1.7\n';
  const places = [CATALOG, PAGES, PAGE].map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  places.push(text.length, text.length + more.indexOf(HERE));
  text += more.replace(HERE, '');
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function stream(bytes: string, dictionary = '', number = 4): string {
  const { length } = bytes.replace(HERE, '');
  return `${number} 0 obj\n<<${dictionary}/Length ${length}>>\nstream\n${bytes}\nendstream\nendobj\n`;
}

/** A file whose page has the link hidden behind this header in a stream that is not packed. */
function hiddenBehind(header: string, before = 'BT ET '): Buffer {
  return fileOf(stream(`${before}${HERE}${header}${LINK}`));
}

/** A file whose cross-reference stream says that object 5 is the first in the stream of objects 6. */
function filePacked(objects: string): Buffer {
  let text = '%PDF-1.7\n';
  const places: number[] = [];
  const parts = [`1 0 obj\n${CATALOG}\nendobj\n`, `2 0 obj\n${PAGES}\nendobj\n`, `3 0 obj\n${PAGE}\nendobj\n`];
  for (const part of [...parts, stream('BT ET'), objects]) {
    places.push(text.length + Math.max(part.indexOf(HERE), 0));
    text += part.replace(HERE, '');
  }
  const row = (kind: number, place: number) => Buffer.from([kind, place >> 8, place & 255, 0]);
  const [packed = 0] = places.splice(4);
  const rows = [row(0, 0), ...places.map((place) => row(1, place)), row(2, 6), row(1, packed), row(1, text.length)];
  const start = text.length;
  text += stream(Buffer.concat(rows).toString('latin1'), '/Type/XRef/Size 8/W[1 2 1]/Root 1 0 R', 7);
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}

const HEX = `${Buffer.from(`5 0 ${LINK}`).toString('hex')}>`;
const OBJECTS = '/Type/ObjStm/N 1/First 4';

/** A file whose table of objects, with the catalog in its trailer, is hidden in a stream. */
function hiddenTrailer(): Buffer {
  const pages = `<</Type/Pages/Count 1/Kids[<</Type/Page/MediaBox[0 0 200 200]/Annots[${LINK}]>>]>>`;
  const root = `<</Type/Catalog/Pages ${pages}>>`;
  const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Root ${root}>>`;
  const text = fileOf(stream(table) + HERE).toString('latin1');
  return Buffer.from(text.replace(/startxref\n\d+/, `startxref\n${text.indexOf('xref\n0 1')}`), 'latin1');
}

/** An unpacked stream of objects whose length reaches over its first end into another stream. */
function reaching(): Buffer {
  const first = `5 0 \nendstream\nendobj\n8 0 obj\n<</Length ${LINK.length}>>\nstream\n`;
  const { length } = first;
  const dictionary = `<</N 1/First ${length}/Length ${length + LINK.length}>>`;
  return filePacked(`6 0 obj\n${dictionary}\nstream\n${first}${LINK}\nendstream\nendobj\n`);
}

/** Packed by one name of the filter, hexadecimal by another: of this length, the frame has no hexadecimal digits. */
function filteredTwice(): Buffer {
  const packed = deflateSync(HEX.padEnd(208), { level: 0 }).toString('latin1');
  return filePacked(stream(packed, `${OBJECTS}/F/ASCIIHexDecode/Filter/FlateDecode`, 6));
}

const head = `${HERE}5 0 obj\n<<${ANNOTATION}`;
const open = stream('BT ET') + head;
// No `endobj` follows: readers do not need it, and it alone would have each of these refused.
const rest = `${ACTION}>>\nendstream\nendobj\n`;

/** Files with a link for a reader who follows the cross-reference. */
const BYPASSES: [string, () => Buffer][] = [
  ['a header', () => hiddenBehind('5 0 obj\n')],
  ['comments in a header', () => hiddenBehind('5%\n0%\nobj\n')],
  ['a header glued to a name', () => hiddenBehind('5 0 obj\n', 'BT ET /x')],
  ['leading zeros', () => hiddenBehind('00000000005 0 obj\n')],
  ['many spaces', () => hiddenBehind(`5 0${' '.repeat(1_000)}obj\n`)],
  ['a long comment', () => hiddenBehind(`5 0%${'x'.repeat(10_000)}\nobj\n`)],
  ['no space before `obj`', () => hiddenBehind('5 0obj')],
  ['signs and points', () => hiddenBehind('5.+0obj')],
  ['NUL as space', () => hiddenBehind('5\x000\0obj\0')],
  ['a header in a comment of a stream', () => hiddenBehind('5 0 obj', 'BT ET % ')],
  [
    'a hidden stream of objects',
    () => filePacked(stream(`/x${HERE}${stream(HEX, `${OBJECTS}/Filter/ASCIIHexDecode`, 6)}`, '', 8)),
  ],
  ['a trailer in a stream', hiddenTrailer],
  ['a stream that begins in a text', () => fileOf(`${open}/X(>>\nstream\n)${rest}`)],
  ['a stream that begins in a comment', () => fileOf(`${open}%>>stream\n${rest}`)],
  ['a stream that begins after a comment', () => fileOf(`${open}%>>\nstream\n${rest}`)],
  ['a stream that begins after hexadecimal', () => fileOf(`${open}/X<41>>stream\n${rest}`)],
  ['a stream that begins after hexadecimal with other letters', () => fileOf(`${open}/X<z>>stream\n${rest}`)],
  ['a stream in an array', () => fileOf(`${open}/X[>>>>\nstream\n]${rest}`)],
  ['an object in a text', () => fileOf(`4 0 obj\n<</X(${head}%)>>stream\n${rest}`)],
  ['an object in a comment', () => fileOf(`4 0 obj\n<<%${head}(\n>>stream\n)${rest}`)],
  ['an object in a name', () => fileOf(`4 0 obj\n<</x${head.replace('5 0 obj\n', '5+0obj')}/X(\n>>stream\n)${rest}`)],
  ['objects up to a second end', reaching],
  ['a second filter', filteredTwice],
];

/** Links on the first page as another program reads them. */
async function linksIn(bytes: Buffer): Promise<(string | undefined)[]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const annotations = await (await (await loading.promise).getPage(1)).getAnnotations();
  await loading.destroy();
  return annotations.map(({ url }: { url?: string }) => url);
}

describe('a link that a reader finds is refused', () => {
  test.each(BYPASSES)('%s', async (_, make) => {
    const file = make();
    expect([await linksIn(file), await inspectPdf(file)]).toEqual([[URL], 'unreadable']);
  });

  test('behind any header, whatever separates its words and stands before it', async () => {
    const space = fc.constantFrom(' ', '\n', '\r', '\t', '\f', '\0', '%\n', '%5 0 obj\r', '% x (\n', '%%%\r\n');
    const spaces = fc.array(space, { minLength: 1, maxLength: 5 }).map((list) => list.join(''));
    const zeros = fc.nat({ max: 12 }).map((length) => '0'.repeat(length));
    const after = fc.oneof(fc.constant(''), spaces);
    const header = fc
      .tuple(zeros, spaces, zeros, after, after)
      .map(([lead, first, more, second, third]) => `${lead}5${first}${more}0${second}obj${third}`);
    const before = fc.constantFrom('', '/x', '(', '<', '% ', '\xff', '/F1 12', '))', ']', 'BT');
    await fc.assert(
      fc.asyncProperty(header, before, async (words, start) => {
        const file = hiddenBehind(words, `BT ET ${start}`);
        expect([await linksIn(file), await inspectPdf(file)]).toEqual([[URL], 'unreadable']);
      }),
    );
  });

  test('behind a header in a packed stream, before and after packing', async () => {
    const packed = (bytes: string) => stream(bytes, '/Filter/FlateDecode');
    const inner = deflateSync(`BT ET /x5%\n0%\nobj${LINK}`).toString('latin1');
    const behind = `${deflateSync('BT ET').toString('latin1')}/x5%\n0%\nobj${LINK}`;
    for (const bytes of [inner, behind]) expect(await inspectPdf(fileOf(packed(bytes)))).toBe('unreadable');
  });
});

/** The same random bytes in each run, since one of some 60,000 such files is refused. */
function noise(bytes: number): Buffer {
  return createHash('shake256', { outputLength: bytes }).update('pdf').digest();
}

test.each(['endobj', '>>\nstream\n', '>>stream\r', 'trailer <<', 'trailer%\n<<'])(
  '%j in a stream is refused',
  async (part) => {
    expect(await inspectPdf(fileOf(stream(`BT ET ${HERE}${part}`)))).toBe('unreadable');
  },
);

describe('an ordinary file is harmless', () => {
  const megabytes = noise(3 * 1_024 * 1_024).toString('latin1');
  const files: [string, string][] = [
    ['megabytes of a photograph', stream(megabytes, '/Subtype/Image/Filter/DCTDecode')],
    ['megabytes that are packed', stream(deflateSync(noise(3_000_000)).toString('latin1'), '/Filter/FlateDecode')],
    ['words like those of a file', stream('BT(An obj is an object; 3 objects of a stream; a trailer (2 obj.))Tj ET')],
    [
      'texts with brackets, and percents',
      `4 0 obj\n<</A(50% \\) (a) [ <<)/B<4a 4B>/C[(])]>>\nendobj\n${stream('', '', 5)}`,
    ],
    ['a comment between objects', `%% Original object ID: 5 0\n${stream('BT ET')}`],
    ['a form field beside objects', `6 0 obj\n<</F 4/P 3 0 R>>\nendobj\n${packedObjects()}`],
  ];
  test.each(files)('%s', async (_, more) => expect(await inspectPdf(fileOf(HERE + more))).toBe('harmless'));
});

function packedObjects(): string {
  return stream(deflateSync('9 0 <</Type/Font>>').toString('latin1'), `${OBJECTS}/Filter/FlateDecode`, 7);
}

test('long lines of what a header is made of take no longer than others', async () => {
  const lines = [' % % %', '%\n', '0 ', 'obj ', '%\nobj', '>> ', 'trailer ', '\n', '\0'];
  for (const line of lines) {
    const before = process.cpuUsage();
    await inspectPdf(fileOf(stream(HERE + line.repeat(3_000_000 / line.length))));
    // CPU time, so that a busy machine does not matter. A quadratic pattern takes minutes.
    expect(process.cpuUsage(before).user, line).toBeLessThan(5_000_000);
  }
});
