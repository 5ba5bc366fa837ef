import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileName } from '../../src/desk/file-name.ts';
import { isHarmlessPdf } from '../../src/pictures/pdf.ts';
import * as made from '../kit/pictures.ts';
import { begun, by, codeOf, type Desk, openDesk, own, sendFile, staffPath, taken } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A file of objects, with the table of where they stand as readers want it. */
function pdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const at = Buffer.concat(parts).length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  parts.push(Buffer.from(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const PAGES = ['<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'];
const withRoot = (more: string, ...others: (string | Buffer)[]) =>
  pdf([`<</Type/Catalog/Pages 2 0 R${more}>>`, ...PAGES, ...others]);

function stream(dictionary: string, bytes: string | Buffer, filter = '/Filter/FlateDecode'): Buffer {
  const packed = filter === '/Filter/FlateDecode' ? deflateSync(bytes) : Buffer.from(bytes);
  const head = Buffer.from(`<<${dictionary}${filter}/Length ${packed.length}>>\nstream\n`);
  return Buffer.concat([head, packed, Buffer.from('\nendstream')]);
}

/** As a program that makes papers writes it: packed, with a picture and a link. */
function paper(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const document = new PdfDocument(options);
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.text('Receipt of a transfer: 50 000. /JS is a word here, and so is /AA.');
    document.end();
  });
}

type Case = [string, () => Buffer | Promise<Buffer>];

const HARMLESS: Case[] = [
  ['one page', () => withRoot('')],
  ['a paper', () => paper()],
  ['a paper that is not packed', () => withRoot('', stream('', 'BT (Receipt) Tj ET', ''))],
  ['a page with packed words', () => withRoot('', stream('', 'BT (pay /JS and /AA) Tj ET'))],
  ['objects in a stream', () => withRoot('', stream('/Type/ObjStm/N 1/First 4', '9 0 <</Type/Font>>'))],
  ['an outline whose names begin alike', () => withRoot('/AAPL:Keywords 4 0 R/JSON 5 0 R')],
];

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>';
const HOSTILE: Case[] = [
  ['nothing but a head', () => Buffer.from('%PDF-1.7\n')],
  ['a page of HTML behind a head', () => Buffer.from(`%PDF-1.7\n${made.HTML}\n%%EOF`)],
  ['a head that stands later', () => Buffer.concat([Buffer.from('GIF89a'), withRoot('')])],
  ['something behind its end', () => Buffer.concat([withRoot(''), Buffer.from(made.HTML)])],
  ['two files in one', () => Buffer.concat([withRoot(''), withRoot('')])],
  ['a script', () => withRoot(`/Names<</JavaScript 4 0 R>>`, SCRIPT)],
  ['an act on opening', () => withRoot('/OpenAction 4 0 R', SCRIPT)],
  ['a script with its name escaped', () => withRoot('/Names 4 0 R', '<</S/J#61vaScr#69pt/#4a#53(app.alert(1))>>')],
  ['a short name escaped', () => withRoot('', '<</#4AS(app.alert(1))>>')],
  ['acts on other events', () => withRoot('/AA<</WC 4 0 R>>')],
  ['a program to start', () => withRoot('', '<</S/Launch/F(cmd.exe)>>')],
  ['a file within', () => withRoot('/Names<</EmbeddedFiles 4 0 R>>')],
  ['a film within', () => withRoot('', '<</Type/Annot/Subtype/RichMedia>>')],
  ['a form of XML', () => withRoot('/AcroForm<</XFA 4 0 R>>')],
  ['a form that is sent', () => withRoot('', '<</S/SubmitForm/F(x)>>')],
  ['another file that it goes to', () => withRoot('', '<</S/GoToR/F(x.pdf)>>')],
  ['a lock', () => pdf([`<</Type/Catalog/Pages 2 0 R>>`, ...PAGES], '/Encrypt 4 0 R')],
  ['a lock as a program sets it', () => paper({ userPassword: 'x', ownerPassword: 'y' })],
  ['a script in a stream of objects', () => withRoot('', stream('/Type/ObjStm/N 1/First 4', `9 0 ${SCRIPT}`))],
  [
    'a short name, escaped, in a stream of objects',
    () => withRoot('', stream('/Type/ObjStm/N 1/First 4', '9 0 <</#4aS(app.alert(1))>>')),
  ],
  [
    'a stream of objects with its type escaped',
    () => withRoot('', stream('/Type/Obj#53tm/N 1/First 4', '9 0 <</JS(1)>>')),
  ],
  ['objects in a stream that is none of objects', () => withRoot('', stream('', `\n9 0 obj ${SCRIPT} endobj`, ''))],
  ['an unknown way to pack', () => withRoot('', stream('', 'x', '/Filter/LZWDecode'))],
  ['a way to pack whose reader was broken into', () => withRoot('', stream('', 'x', '/Filter/JBIG2Decode'))],
  [
    'packed twice',
    () => withRoot('', stream('/Type/ObjStm', deflateSync(deflateSync('x')), '/Filter[/FlateDecode/FlateDecode]')),
  ],
  ['a filter that stands elsewhere', () => withRoot('', stream('', 'x', '/Filter 9 0 R'))],
  ['objects foretold', () => withRoot('', stream('/Type/ObjStm/DecodeParms<</Predictor 12>>', '9 0 <<>>'))],
  ['what cannot be unpacked', () => withRoot('', stream('', 'not packed', '/Filter /FlateDecode'))],
  [
    'a stream without an end',
    () => Buffer.from(withRoot('', stream('', 'x')).toString('latin1').replace('endstream', 'x'), 'latin1'),
  ],
  ['a stream in a text', () => withRoot('/A(\nstream\n) /B 1', SCRIPT)],
  ['a bomb', () => withRoot('', stream('', Buffer.alloc(64 * 1_024 * 1_024)))],
  ['many escapes, each of which takes its time', () => withRoot('', stream('', '#41'.repeat(500_000)))],
  [
    'a dictionary that a text in it seems to begin anew',
    () => withRoot('', stream('/Type/ObjStm/N 1/First 4/X( obj)', `9 0 ${SCRIPT}`)),
  ],
  ['objects in a stream that does not say so', () => withRoot('', stream('/N 1/First 4', '9 0 <</JS(1)>>'))],
  [
    'a stream whose line ends otherwise',
    () => Buffer.from(withRoot('', stream('', 'x')).toString('latin1').replace('stream\n', 'stream\r'), 'latin1'),
  ],
  [
    'a stream behind a space',
    () => Buffer.from(withRoot('', stream('', 'x')).toString('latin1').replace('stream\n', 'stream \n'), 'latin1'),
  ],
  [
    'objects foretold, which a comment hides',
    () => withRoot('', stream('/Type/ObjStm/N 1/First 4/DecodeParms<</Predictor%\n12>>', '9 0 <<>>')),
  ],
  ['more than 4 MiB', () => withRoot('', stream('', Buffer.alloc(4 * 1_024 * 1_024 + 1, 'x'), ''))],
];

describe('a PDF', () => {
  test.each(HARMLESS)('is taken: %s', async (_, make) => expect(await isHarmlessPdf(await make())).toBe(true));
  test.each(HOSTILE)('is refused: %s', async (_, make) => expect(await isHarmlessPdf(await make())).toBe(false));

  test('is refused over HTTP with the reason, and leaves nothing', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    for (const [name, make] of HOSTILE.slice(3, 10)) {
      const refused = await sendFile(desk, mira, id, Buffer.from(await make()), { name });
      expect([name, await codeOf(refused)]).toEqual([name, expect.stringMatching(/^(pdf|picture)-bad$/)]);
    }
    expect((await own(desk, mira, id)).said).toHaveLength(1);
  });

  test('is given back as it came, to be kept and not opened, to its member and the desk alone', async () => {
    const mira = await desk.member();
    const otto = await desk.member();
    const { id } = await begun(desk, mira);
    const bytes = await paper();
    await taken(await sendFile(desk, mira, id, bytes, { name: '../../e\u202evil".exe.pdf' }), 201);
    const said = (await own(desk, mira, id)).said[1];
    expect(said).toMatchObject({ words: '', file: { kind: 'pdf', name: 'evil.exe.pdf', bytes: bytes.length } });
    const paths = [
      [mira, `/api/me/desk/threads/${id}/files/2`],
      [desk.sara, staffPath(mira, id, '/files/2')],
    ] as const;
    for (const [who, path] of paths) {
      const file = await by(desk, who, path);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="desk-2.pdf"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
    }
    expect((await by(desk, otto, paths[0][1])).status).toBe(404);
    const acts = await taken<{ items: { act: string }[] }>(await by(desk, mira, '/api/me/acts'), 200);
    expect(acts.items[0]?.act).toBe('desk-file-read');
  });
});

describe('a picture', () => {
  test('is drawn anew, with nothing hidden in it and nothing cut off', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const sent = Buffer.concat([await made.photographed(6).jpeg().toBuffer(), Buffer.from(made.SCRIPT)]);
    await taken(await sendFile(desk, mira, id, sent), 201);
    const file = await by(desk, mira, `/api/me/desk/threads/${id}/files/2`);
    expect(file.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await file.arrayBuffer());
    const head = await sharp(bytes).metadata();
    expect(head).toMatchObject({ format: 'webp' });
    expect([head.exif, head.icc, head.xmp]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('script')).toBe(false);
    const wide = await made.plain(3_000, 300).png().toBuffer();
    await taken(await sendFile(desk, mira, id, wide), 201);
    const second = await (await by(desk, mira, `/api/me/desk/threads/${id}/files/3`)).arrayBuffer();
    expect(await sharp(Buffer.from(second)).metadata()).toMatchObject({ width: 1_600, height: 160 });
  });

  test('is taken once for each key, and what is no picture not at all', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const key = randomUUID();
    const png = await made.plain().png().toBuffer();
    const sent = await Promise.all([1, 2].map(() => sendFile(desk, mira, id, png, { key })));
    // One upload of a member at a time: the other is told to come again.
    for (const { status } of sent) expect([201, 503]).toContain(status);
    await taken(await sendFile(desk, mira, id, png, { key }), 201);
    expect((await own(desk, mira, id)).said).toHaveLength(2);
    const other = await made.plain(10, 10).png().toBuffer();
    expect(await codeOf(await sendFile(desk, mira, id, other, { key }))).toBe('key-reused');
    for (const bad of [made.HTML, made.SVG, '', 'MZ']) {
      expect(await codeOf(await sendFile(desk, mira, id, Buffer.from(bad)))).toBe('picture-bad');
    }
  });

  test('comes from members alone: what stands in one no filter reads', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const { paths = {} } = desk.server.http.swagger();
    expect(
      Object.entries(paths).filter(([path, one]) => path.includes('/desk/{id}/files') && one && 'put' in one),
    ).toEqual([]);
    const { status } = await sendFile(
      desk,
      { ...mira, cookie: desk.sara.cookie },
      id,
      await made.plain().png().toBuffer(),
    );
    expect(status).toBe(401);
  });
});

test('a name is what it says: no path, no other ending, nothing turned around', () => {
  expect(readFileName('photo.JPG', 'picture')).toBe('photo.webp');
  expect(readFileName('../../etc/passwd', 'pdf')).toMatch(/^[^./][^/]*\.pdf$/);
  expect(readFileName('gpj.\u202efdp', 'pdf')).not.toContain('\u202e');
  expect(readFileName('', 'picture')).toBe('picture.webp');
  expect(readFileName('x'.repeat(500), 'pdf').length).toBeLessThanOrEqual(120);
});
