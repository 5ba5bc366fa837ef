import { deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import PdfDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectPdf } from '../../src/pictures/pdf.ts';
import * as made from '../kit/pictures.ts';
import { begun, by, codeOf, type Desk, openDesk, own, sendFile, staffPath, taken } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** A PDF with these objects and a valid cross-reference table. */
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

/** A compressed PDF of the kind that programs write. `more` draws on it. */
function paper(options: PDFKit.PDFDocumentOptions = {}, more: (on: PDFKit.PDFDocument) => void = () => {}) {
  return new Promise<Buffer>((resolve) => {
    const parts: Buffer[] = [];
    const document = new PdfDocument(options);
    document.on('data', (part) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.text('Receipt of a transfer: 50 000. /JS is a word here, and so are /AA and /URI (http://club.example).');
    more(document);
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
  ['an outline whose names begin alike', () => withRoot('/AAPL:Keywords 4 0 R/JSON 5 0 R/URIs 6 0 R')],
  ['links within the file', () => withRoot('', `<</Type/Annot/Subtype/Link/A<</S/GoTo/D[3 0 R/Fit]>>>>`)],
  [
    'links within a paper, and an outline',
    () =>
      paper({}, (on) => {
        on.addNamedDestination('end');
        on.text('to the end', { goTo: 'end' });
        on.outline.addItem('The end');
      }),
  ],
];

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>';
const LINK = '<</Type/Annot/Subtype/Link/A<</S/URI/URI(http://elsewhere.example)>>>>';
const inObjects = (object: string) => withRoot('', stream('/Type/ObjStm/N 1/First 4', `9 0 ${object}`));

/** Files with links, actions or embedded files. */
const ACTIVE: Case[] = [
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
  ['a script in a stream of objects', () => withRoot('', stream('/Type/ObjStm/N 1/First 4', `9 0 ${SCRIPT}`))],
  [
    'a short name, escaped, in a stream of objects',
    () => withRoot('', stream('/Type/ObjStm/N 1/First 4', '9 0 <</#4aS(app.alert(1))>>')),
  ],
  [
    'a stream of objects with its type escaped',
    () => withRoot('', stream('/Type/Obj#53tm/N 1/First 4', '9 0 <</JS(1)>>')),
  ],
  [
    'a dictionary that a text in it seems to begin anew',
    () => withRoot('', stream('/Type/ObjStm/N 1/First 4/X( obj)', `9 0 ${SCRIPT}`)),
  ],
  ['objects in a stream that does not say so', () => withRoot('', stream('/N 1/First 4', '9 0 <</JS(1)>>'))],
  ['objects in a stream that is none of objects', () => withRoot('', stream('', `\n9 0 obj ${SCRIPT} endobj`, ''))],
  ['a stream in a text', () => withRoot('/A(\nstream\n) /B 1', SCRIPT)],
  ['a link', () => withRoot('', LINK)],
  ['a link with its name escaped', () => withRoot('', LINK.replaceAll('/URI', '/U#52#49'))],
  ['a link in a stream of objects', () => inObjects(LINK)],
  ['a link in a stream of objects with its name escaped', () => inObjects(LINK.replaceAll('/URI', '/#55R#49'))],
  ['a place that all links begin with', () => withRoot('/URI<</Base(http://elsewhere.example)>>')],
  ['a paper with a link', () => paper({}, (on) => on.text('pay here', { link: 'https://elsewhere.example' }))],
  [
    'a link that was added behind the end of the file',
    () => {
      const whole = withRoot('');
      const more = `\n9 0 obj\n${LINK}\nendobj\nxref\n0 0\ntrailer\n<</Size 10/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF\n`;
      return Buffer.concat([whole, Buffer.from(more)]);
    },
  ],
  ['a paper with a file in it', () => paper({}, (on) => on.file(Buffer.from('MZ'), { name: 'invoice.exe' }))],
  ['a file that hangs on a page', () => withRoot('', '<</Type/Annot/Subtype/FileAttachment/FS 5 0 R>>')],
  ['a file without a name', () => withRoot('', '<</Type/Filespec/F(x)/EF<</F 5 0 R>>>>')],
  ['another file within that it goes to', () => withRoot('', '<</S/GoToE/T<</R/C>>>>')],
  ['a command of the viewer', () => withRoot('', '<</S/Named/N/Print>>')],
  ['a form that is emptied', () => withRoot('', '<</S/ResetForm>>')],
  ['data that is fetched', () => withRoot('', '<</S/ImportData/F(x.fdf)>>')],
  ['something that hides', () => withRoot('', '<</S/Hide/T(x)>>')],
  ['layers that are switched', () => withRoot('', '<</S/SetOCGState/State[/ON 5 0 R]>>')],
  ['a sound', () => withRoot('', '<</S/Sound/Sound 5 0 R>>')],
  ['a form of XML in a stream of objects', () => inObjects('<</XFA 4 0 R>>')],
  ['a program to start, in a stream of objects, escaped', () => inObjects('<</S/L#61unch/F(cmd.exe)>>')],
];

/** Files whose content cannot be determined with certainty. */
const UNREADABLE: Case[] = [
  ['nothing but a head', () => Buffer.from('%PDF-1.7\n')],
  ['a page of HTML behind a head', () => Buffer.from(`%PDF-1.7\n${made.HTML}\n%%EOF`)],
  ['a head that stands later', () => Buffer.concat([Buffer.from('GIF89a'), withRoot('')])],
  ['something behind its end', () => Buffer.concat([withRoot(''), Buffer.from(made.HTML)])],
  ['two files in one', () => Buffer.concat([withRoot(''), withRoot('')])],
  ['a lock', () => pdf([`<</Type/Catalog/Pages 2 0 R>>`, ...PAGES], '/Encrypt 4 0 R')],
  ['a lock as a program sets it', () => paper({ userPassword: 'x', ownerPassword: 'y' })],
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
  ['a bomb', () => withRoot('', stream('', Buffer.alloc(64 * 1_024 * 1_024)))],
  ['many escapes, each of which takes its time', () => withRoot('', stream('', '#41'.repeat(500_000)))],
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
  test.each(HARMLESS)('is taken: %s', async (_, make) => expect(await inspectPdf(await make())).toBe('harmless'));
  test.each(ACTIVE)('is refused: %s', async (_, make) => expect(await inspectPdf(await make())).toBe('active'));
  test.each(UNREADABLE)('is refused unread: %s', async (_, make) =>
    expect(await inspectPdf(await make())).toBe('unreadable'),
  );

  test('has what it is refused for, as another program reads it', async () => {
    const linked = await paper({}, (on) => on.text('pay here', { link: 'https://elsewhere.example/' }));
    const document = await getDocument({ data: new Uint8Array(linked), verbosity: 0 }).promise;
    const annotations = await (await document.getPage(1)).getAnnotations();
    expect(annotations.map(({ url }: { url?: string }) => url)).toEqual(['https://elsewhere.example/']);
    await document.loadingTask.destroy();
  });

  test('is refused over HTTP with the reason, and leaves nothing', async () => {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    const refused = async (cases: Case[], code: string) => {
      for (const [name, make] of cases) {
        const answer = await sendFile(desk, mira, id, Buffer.from(await make()), { name });
        expect([name, answer.status, await codeOf(answer)]).toEqual([name, 422, code]);
      }
    };
    await refused(ACTIVE.slice(-4), 'pdf-active');
    await refused(
      UNREADABLE.filter(([name]) => name === 'a lock' || name === 'two files in one'),
      'pdf-bad',
    );
    expect((await own(desk, mira, id)).said).toHaveLength(1);
  });

  test('is given back as it came, to be kept and not opened, to its member and the desk alone', async () => {
    const mira = await desk.member();
    const otto = await desk.member();
    const { id } = await begun(desk, mira);
    const bytes = await paper();
    await taken(await sendFile(desk, mira, id, bytes, { name: '../../e\u202evil".exe.pdf' }), 201);
    const entries = (await own(desk, mira, id)).said[1];
    expect(entries).toMatchObject({ words: '', file: { kind: 'pdf', name: 'evil.exe.pdf', bytes: bytes.length } });
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
