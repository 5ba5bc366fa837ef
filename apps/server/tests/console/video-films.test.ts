import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PART_BYTES } from '../../src/video/uploads.ts';
import { openLibrary, type TestLibrary } from './library.ts';

let at: TestLibrary;
let title: string;
beforeAll(async () => {
  at = await openLibrary();
  title = await at.makeTitle();
});
afterAll(() => at.close());

async function begin(bytes: number, fileName = 'tides.mp4'): Promise<string> {
  const { status, body } = await at.send('POST', `videos/${title}/films`, { fileName, bytes });
  expect(status).toBe(201);
  return String(body.filmId);
}
const part = (film: string, offset: number | string, bytes: Uint8Array, more = {}) =>
  at.sendBytes(`films/${film}/parts?offset=${offset}`, bytes, more);
const film = async (id: string) => (await at.send('GET', `films/${id}`)).body;

describe('a film', () => {
  test('comes in parts, says how much of it is here, and waits for its encoding once it is whole', async () => {
    const id = await begin(PART_BYTES + 100);
    expect((await at.acts()).at(-1)).toMatchObject({
      act: 'film-upload-started',
      subject: `film/${id}`,
      after: { titleId: title, fileName: 'tides.mp4', bytes: PART_BYTES + 100 },
    });
    const first = Buffer.alloc(PART_BYTES, 1);
    expect(await part(id, 0, first)).toEqual({ status: 200, body: { receivedBytes: PART_BYTES } });
    expect(await film(id)).toMatchObject({ state: 'uploading', receivedBytes: PART_BYTES, bytes: PART_BYTES + 100 });
    // A repeated part, as after a lost answer: the upload continues from its current position.
    const again = await part(id, 0, first);
    expect(again).toMatchObject({ status: 409, body: { code: 'wrong-offset', params: { receivedBytes: PART_BYTES } } });
    expect((await part(id, PART_BYTES, Buffer.alloc(100, 2))).body).toEqual({ receivedBytes: PART_BYTES + 100 });
    const content = at.staff.content;
    expect(await film(id)).toMatchObject({ state: 'waiting', by: { id: content.id, name: content.name } });
    expect((await part(id, PART_BYTES + 100, Buffer.alloc(1))).body.code).toBe('film-busy');
    const { body } = await at.send('GET', `videos/${title}`, undefined, at.staff.auditor);
    expect(body.films).toContainEqual(expect.objectContaining({ id, state: 'waiting', captions: [] }));
    const stored = await at.store.get(`uploads/${id}/${String(PART_BYTES).padStart(15, '0')}`);
    expect(Buffer.from(stored ?? [])).toEqual(Buffer.alloc(100, 2));
  });

  test('takes a part once from two pages that send it at the same moment', async () => {
    const id = await begin(PART_BYTES + 1);
    const bytes = Buffer.alloc(PART_BYTES, 3);
    const both = await Promise.all([part(id, 0, bytes), part(id, 0, bytes)]);
    const [good, late] = both.toSorted((a, b) => a.status - b.status);
    expect(good).toEqual({ status: 200, body: { receivedBytes: PART_BYTES } });
    expect(late).toMatchObject({ status: 409, body: { code: 'wrong-offset', params: { receivedBytes: PART_BYTES } } });
    expect((await film(id)).receivedBytes).toBe(PART_BYTES);
  });

  test('is sent on by whoever began it alone, and ended by anybody of content', async () => {
    const id = await begin(10);
    const other = await at.add('content');
    expect((await part(id, 0, Buffer.alloc(10), { who: other })).body.code).toBe('forbidden');
    expect((await film(id)).receivedBytes).toBe(0);
    expect((await at.send('DELETE', `films/${id}`, undefined, other)).status).toBe(204);
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'film-removed', before: { state: 'uploading' } });
    expect((await at.send('DELETE', `films/${id}`)).body.code).toBe('film-busy');
    expect((await part(id, 0, Buffer.alloc(10))).body.code).toBe('film-busy');
    const { body } = await at.send('GET', `videos/${title}`);
    expect(body.films).not.toContainEqual(expect.objectContaining({ id }));
  });

  test('is tried again where the encoder broke down, and not where the file is no good', async () => {
    const id = await begin(1);
    await part(id, 0, Buffer.alloc(1));
    const fail = (fault: string) =>
      at.club.owner.query(`update video.film set state = 'failed', fault = $1 where id = $2`, [fault, id]);
    await fail('no-film');
    expect(await film(id)).toMatchObject({ state: 'failed', fault: 'no-film' });
    expect((await at.send('POST', `films/${id}/retry`)).body.code).toBe('film-busy');
    await fail('encoder');
    expect((await at.send('POST', `films/${id}/retry`)).body).toMatchObject({ state: 'waiting', fault: null });
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'film-retried', before: { fault: 'encoder' } });
    expect((await at.send('POST', `films/${id}/retry`)).body.code).toBe('film-busy');
  });
});

describe('no upload begins', () => {
  test.each([
    ['without a name', { fileName: '', bytes: 1 }, 400],
    ['of nothing', { fileName: 'a.mp4', bytes: 0 }, 400],
    ['of less than nothing', { fileName: 'a.mp4', bytes: -1 }, 400],
    ['of half a byte', { fileName: 'a.mp4', bytes: 1.5 }, 400],
    ['of more than can be counted', { fileName: 'a.mp4', bytes: 1e300 }, 400],
    ['of more than is taken', { fileName: 'a.mp4', bytes: 17 * 1024 ** 3 }, 413],
    ['with a NUL in its name', { fileName: 'a\u0000.mp4', bytes: 1 }, 400],
    ['with an end of a line in its name', { fileName: 'a\u001b[2J.mp4', bytes: 1 }, 400],
    ['whose name turned around, which is dropped', { fileName: 'a\u202e4pm.exe', bytes: 1 }, 201],
    ['with a name of folders alone', { fileName: '../../', bytes: 1 }, 422],
    ['with a name that is too long', { fileName: 'x'.repeat(1_001), bytes: 1 }, 400],
    ['with a place to put it', { fileName: 'a.mp4', bytes: 1, path: '/etc' }, 400],
  ])('%s', async (_, body, status) => {
    expect((await at.send('POST', `videos/${title}/films`, body)).status).toBe(status);
  });

  test('of a title that is none', async () => {
    const plan = { fileName: 'a.mp4', bytes: 1 };
    expect((await at.send('POST', `videos/${randomUUID()}/films`, plan)).status).toBe(404);
    expect((await at.send('POST', 'videos/..%2f..%2fetc/films', plan)).status).toBe(400);
  });
});

test.each([
  ['../../../etc/passwd', 'passwd'],
  ['C:\\films\\tides.mp4', 'tides.mp4'],
  ['  a  film .mp4 ', 'a  film .mp4'],
])('%j is kept as a name for people, and names no file here', async (typed, stored) => {
  const id = await begin(1, typed);
  expect((await film(id)).fileName).toBe(stored);
  await part(id, 0, Buffer.alloc(1));
  expect(await at.store.get(`uploads/${id}/000000000000000`)).not.toBeNull();
});

describe('no part is taken', () => {
  let id: string;
  beforeAll(async () => {
    id = await begin(PART_BYTES + 50);
  });

  test.each([
    ['before its turn', PART_BYTES, 50, 'wrong-offset'],
    ['from the middle', 7, 100, 'wrong-offset'],
    ['that was cut short', 0, 100, 'wrong-offset'],
    ['of nothing', 0, 0, 'invalid-body'],
    ['from before the beginning', -1, 10, 'invalid-body'],
    ['from half a byte', '1.5', 10, 'invalid-body'],
    ['from nowhere', 'x', 10, 'invalid-body'],
    ['from beyond all numbers', '1e300', 10, 'invalid-body'],
    ['that is too large for any', 0, PART_BYTES + 2_000, 'body-too-large'],
    ['that is a little too large', 0, PART_BYTES + 1, 'too-many-bytes'],
  ])('%s', async (_, offset, bytes, code) => {
    expect((await part(id, offset, Buffer.alloc(bytes))).body.code).toBe(code);
    expect((await film(id)).receivedBytes).toBe(0);
  });

  test('that is longer than what was said to come', async () => {
    const short = await begin(10);
    expect((await part(short, 0, Buffer.alloc(11))).body.code).toBe('too-many-bytes');
  });

  test('as anything but bytes', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'video/mp4']) {
      expect((await part(id, 0, Buffer.from('{}'), { type })).status, type).toBeGreaterThanOrEqual(400);
    }
    expect((await film(id)).receivedBytes).toBe(0);
  });

  test('of a film that is none', async () => {
    expect((await part(randomUUID(), 0, Buffer.alloc(1))).status).toBe(404);
    expect((await at.send('GET', `films/${randomUUID()}`)).status).toBe(404);
    expect((await at.send('DELETE', `films/${randomUUID()}`)).status).toBe(404);
    expect((await at.send('POST', `films/${randomUUID()}/retry`)).status).toBe(404);
  });
});

describe('captions', () => {
  const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<i>Waves</i>\n';
  let ready: string;
  beforeAll(async () => {
    ready = await begin(1);
    const made = { width: 320, height: 180, sizes: ['320x180'], hasThumbnails: false, files: [] };
    await at.club.owner.query(
      `update video.film set state = 'ready', received = 1, duration_ms = 8000, preview_ms = 4000, made = $1
       where id = $2`,
      [JSON.stringify(made), ready],
    );
  });
  const put = (text: unknown, locale = 'en', id = ready) => at.send('PUT', `films/${id}/captions/${locale}`, { text });
  const captions = async () => (await film(ready)).captions as { locale: string; version: string }[];

  test('are kept as they were read, a version of their own for each text, and go again', async () => {
    const sent = await put(VTT);
    expect(sent).toMatchObject({ status: 200, body: { locale: 'en', cues: 1 } });
    const version = String(sent.body.version);
    const path = `films/${ready}/full/captions/en-${version}.vtt`;
    const stored = Buffer.from((await at.store.get(path)) ?? []).toString('utf8');
    expect(stored).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<i>Waves</i>\n');
    expect((await put('WEBVTT\n\n00:01.000 --> 00:03.000\nChanged', 'zh-Hant')).status).toBe(200);
    expect((await put(VTT.replace('Waves', 'Foam'))).body.version).not.toBe(version);
    expect((await captions()).map(({ locale }) => locale)).toEqual(['en', 'zh-Hant']);
    expect((await at.acts()).at(-1)).toMatchObject({ act: 'captions-changed', before: { locale: 'en', version } });
    expect((await at.send('DELETE', `films/${ready}/captions/en`)).status).toBe(204);
    expect((await at.send('DELETE', `films/${ready}/captions/en`)).status).toBe(404);
    expect((await captions()).map(({ locale }) => locale)).toEqual(['zh-Hant']);
  });

  test.each([
    ['no captions', 'Hello', { what: 'head', line: 1 }],
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello', { what: 'head', line: 1 }],
    ['a cue after the end', 'WEBVTT\n\n00:09.000 --> 00:10.000\nHello', { what: 'beyond', line: 3 }],
    ['a cue that runs back', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello', { what: 'time', line: 3 }],
    ['bytes of another writing', 'WEBVTT\n\n00:01.000 --> 00:02.000\nd\ufffdj\ufffd', { what: 'signs', line: 4 }],
    ['no words', 'WEBVTT\n\nSTYLE\n::cue{}', { what: 'none', line: 1 }],
  ])('that are %s are refused, with the line', async (_, text, params) => {
    expect((await put(text)).body).toMatchObject({ code: 'bad-captions', params });
  });

  test('hold no control characters, no way out of the app, and are no more than is taken', async () => {
    const cue = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}`;
    expect((await put(cue('a\u0000b'))).body.code).toBe('invalid-body');
    expect((await put(cue('Bet at https://else\u202ewhere.example/now'))).body.code).toBe('words-lead-out');
    expect((await put(cue('Bet at https://elsewhere.example/now'))).body.code).toBe('words-lead-out');
    expect((await put(cue('Bet at ht<i>tp</i>s://else<b></b>where.example/now'))).body.code).toBe('words-lead-out');
    expect((await put(cue('evil&lrm;.com/x'))).body.code).toBe('words-lead-out');
    expect((await put(cue('<v Join evil.com/pay>Hi'))).body.code).toBe('words-lead-out');
    const parted = 'DE89&nbsp;3704 0044\n\n00:02.000 --> 00:03.000\n0532 0130 00';
    expect((await put(cue(parted))).body.code).toBe('words-lead-out');
    const began = performance.now();
    expect((await put(`WEBVTT\n\n${`00:01.000 --> 00:02.000\n${'.'.repeat(1_900)}\n\n`.repeat(260)}`)).status).toBe(
      200,
    );
    expect(performance.now() - began).toBeLessThan(10_000);
    await at.send('DELETE', `films/${ready}/captions/en`);
    expect((await put(`WEBVTT\n\n${'x'.repeat(524_281)}`)).status).toBe(400);
    expect((await put('я'.repeat(300_000))).body).toMatchObject({ code: 'bad-captions', params: { what: 'too-long' } });
    expect((await put('x'.repeat(2_000_000))).body.code).toBe('body-too-large');
    expect((await put(['WEBVTT'])).status).toBe(400);
    expect((await captions()).map(({ locale }) => locale)).toEqual(['zh-Hant']);
  });

  test('are of a language that the club speaks, and of a film that is ready', async () => {
    for (const locale of ['xx', 'EN', '..%2fup', 'en-', 'zh'])
      expect((await put(VTT, locale)).status, locale).toBe(400);
    expect((await put(VTT, 'en', await begin(1))).body.code).toBe('film-not-ready');
    expect((await put(VTT, 'en', randomUUID())).body.code).toBe('not-found');
  });
});
