import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, placeOver, slipBody } from '../http/server.ts';
import { callerHeader } from '../kit/callers.ts';
import * as made from '../kit/pictures.ts';
import { signedInStaff } from '../kit/staff.ts';
import { operationsOf } from './api-document.ts';
import { type Ground, openGround } from './ground.ts';
import { MB, type Place, pictureDoors } from './upload-doors.ts';

// The same attacks on every upload. Tests of malformed files for each reader are elsewhere: members/avatar-hostile,
// desk/files, video/hostile-films, src/video/captions.

const SECURITY = readFileSync(join(import.meta.dirname, '../../../../docs/security.md'), 'utf8');

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 120_000);
afterAll(() => ground.close());

const PICTURES = pictureDoors(() => ground);
const FILM_PARTS = '/api/console/films/{id}/parts';
const CAPTIONS = '/api/console/films/{id}/captions/{locale}';

function put({ path, headers }: Place, body: Buffer | string, type = 'image/png'): Promise<Response> {
  return fetch(`${ground.server.address}${path}`, {
    method: 'PUT',
    headers: { origin: ground.server.address, 'content-type': type, ...callerHeader(path, headers.cookie), ...headers },
    body: body as never,
  });
}

async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text();
  return answer.ok ? 'taken' : String(JSON.parse(text).code);
}

/** A digest of all stored pictures and files. */
async function storedFiles(): Promise<string> {
  const { rows } = await ground.club.owner.query(`select md5(concat(
    (select string_agg(md5(a.picture), '' order by a.member_id) from members.avatar a), '|',
    (select count(*) from desk.file), '|', (select count(*) from directory.picture), '|',
    (select count(*) from directory.evidence), '|',
    (select string_agg(md5(b.picture), '' order by b.id) from house.banner b), '|',
    (select string_agg(md5(l.picture), '' order by l.id) from house.payment_logo l), '|',
    (select string_agg(md5(c.picture), '' order by c.title_id) from video.cover c))) as all`);
  return rows[0].all;
}

const NONE: readonly [string, () => Buffer | string | Promise<Buffer>][] = [
  ['nothing', () => ''],
  ['a page', () => made.HTML],
  ['a page behind the first bytes of a PNG', () => made.pngWithoutHead(Buffer.from(made.HTML))],
  ['an SVG with a script', () => made.SVG],
  ['a program', () => Buffer.concat([Buffer.from('7f454c460201010000', 'hex'), Buffer.alloc(2_000)])],
  ['a ZIP of nothing but zeros', () => Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), made.gzipBomb()])],
  ['a PDF with a script', () => '%PDF-1.7\n1 0 obj <</OpenAction<</S/JavaScript/JS(app.alert(1))>>>> endobj\n%%EOF\n'],
  ['an animated picture', () => made.animated('webp')],
  [
    'a PNG of 900 million pixels in a few bytes',
    () => made.png({ width: 30_000, height: 30_000 }, made.pngChunk('IDAT')),
  ],
  ['a WebP that says to be as large as one can be', () => made.hugeWebp()],
  ['half a picture', async () => (await made.plain().jpeg().toBuffer()).subarray(0, 700)],
];

describe.each(Object.entries(PICTURES))('%s', (_, door) => {
  test.each(NONE)('refuses %s, whatever it is called, and keeps nothing', async (_name, make) => {
    const body = await make();
    const place = await door.open();
    const before = await storedFiles();
    for (const type of ['image/png', 'text/html', 'application/json']) {
      const code = await codeOf(await put(place, body, type));
      expect(code).toMatch(/^(picture-bad|picture-too-many-pixels|pdf-bad|pdf-active|invalid-body)$/);
    }
    expect(await storedFiles()).toBe(before);
  });

  test('keeps the pixels of a picture that is a page and an archive, too, and nothing else of it', async () => {
    const place = await door.open();
    const head = await made.plain().jpeg().toBuffer();
    const polyglot = Buffer.concat([head, Buffer.from(made.HTML), Buffer.from('504b0304140000000800', 'hex')]);
    // A path traversal in the file name, for operations that take one.
    const name = encodeURIComponent('../../../../etc/cron.d/x\u202egnp.exe');
    const named = { ...place, path: `${place.path}?name=${name}` };
    const target = place.path.includes('/desk/') ? named : place;
    expect(await codeOf(await put(target, polyglot, 'text/html'))).toBe('taken');
    const { rows } = await ground.club.owner.query(`
      select content as b from desk.file union all select picture from members.avatar where picture is not null
      union all select picture from house.banner where picture is not null
      union all select picture from house.payment_logo where picture is not null
      union all select content from directory.evidence union all select picture from directory.picture where picture is not null`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { b } of rows as { b: Buffer }[]) {
      for (const left of ['script', 'PK\u0003\u0004', 'document.domain']) expect(b.includes(left)).toBe(false);
    }
    const { rows: names } = await ground.club.owner.query('select name from desk.file');
    for (const one of names as { name: string }[]) expect(one.name).not.toMatch(/[/\\\u202e]|^\./);
  });

  test('reads no further than its bound, announced or not', async () => {
    const place = await door.open();
    const before = await storedFiles();
    const body = Buffer.alloc(door.bytesMax + 1, 'x');
    const sent = [
      put(place, body),
      fetch(`${ground.server.address}${place.path}`, {
        method: 'PUT',
        headers: {
          origin: ground.server.address,
          ...callerHeader(place.path, place.headers.cookie),
          ...place.headers,
        },
        body: new Blob([body]).stream(),
        duplex: 'half',
      } as RequestInit),
    ];
    for (const one of sent) {
      // The server may close the connection before the upload ends.
      const answer = await one.catch(() => null);
      if (answer) expect(['body-too-large', 'busy']).toContain(await codeOf(answer));
    }
    expect(await storedFiles()).toBe(before);
  });

  test('takes so many a minute of one sender, whatever they are', async () => {
    const place = await door.open();
    const codes: string[] = [];
    for (let n = 0; n < door.aMinute + 2; n++) codes.push(await codeOf(await put(place, 'no picture')));
    expect(new Set(codes.slice(0, door.aMinute))).toEqual(new Set(['picture-bad']));
    expect(codes.slice(door.aMinute)).toEqual(['throttled', 'throttled']);
  });

  test('is shut to a visitor, before a byte is read', async () => {
    const { path } = await door.open();
    const { port } = new URL(ground.server.address);
    const stated = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        // Announce a body and send none.
        socket.write(`PUT ${path} HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-length: 1000\r\n\r\n`),
      );
      socket.once('data', (chunk) => resolve(String(chunk)) ?? socket.destroy());
      socket.on('error', () => {});
    });
    expect(stated).toMatch(/^HTTP\/1\.1 40[013]/);
  });
});

describe('many at once', () => {
  test('that never end take a place for each sender and a few in all; bets go on, and the places come back', async () => {
    const { port } = new URL(ground.server.address);
    const places = await Promise.all(
      Array.from({ length: 12 }, () => PICTURES['/api/me/avatar']?.open() as Promise<Place>),
    );
    const sockets = places.map(({ path, headers }) => {
      const sent = { ...headers, ...callerHeader(path, headers.cookie), 'content-length': '100000' };
      const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `PUT ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${ground.server.address}\r\n` +
            `${lines.join('')}\r\nx`,
        ),
      );
      return socket.on('error', () => {}).on('data', () => {});
    });
    const late = (await PICTURES['/api/me/avatar']?.open()) as Place;
    const picture = await made.plain().png().toBuffer();
    // All slots are taken once the server has received the last one.
    let code = await codeOf(await put(late, picture));
    for (let turn = 0; turn < 8 && code !== 'busy'; turn++) code = await codeOf(await put(late, picture));
    expect(code).toBe('busy');
    const cookie = (await ground.cookieOf('member')) ?? '';
    const member = { cookie } as Parameters<typeof placeOver>[1];
    const placed = await placeOver(ground.server, member, slipBody(ground.table, [{ bet: 'odd', stakeMinor: 100n }]));
    expect(placed.status).toBe(201);
    for (const socket of sockets) socket.destroy();
    const again = (await PICTURES['/api/me/avatar']?.open()) as Place;
    let then = 'busy';
    for (let turn = 0; turn < 12 && then === 'busy'; turn++) then = await codeOf(await put(again, picture));
    expect(then).toBe('taken');
  });

  test('of the costliest pictures on all doors leave the club answering, and each is drawn or sent away', async () => {
    const flood = made.blackPng({ width: 3_000, height: 3_000, bits: 16, colour: 6, interlaced: true });
    const doors = Object.values(PICTURES).flatMap((door) => [door, door, door, door]);
    const places = await Promise.all(doors.map((door) => door.open()));
    let isOver = false;
    const sent = Promise.all(places.map(async (place) => codeOf(await put(place, flood)))).finally(() => {
      isOver = true;
    });
    let requestCount = 0;
    do {
      expect((await call(ground.server, '/api/clock')).status).toBe(200);
      requestCount += 1;
    } while (!isOver);
    const codes = await sent;
    expect(codes.filter((code) => !['taken', 'busy'].includes(code))).toEqual([]);
    expect(codes).toContain('taken');
    expect(requestCount).toBeGreaterThan(1);
  }, 180_000);
});

describe('a film', () => {
  const begin = async (fileName: string, bytes: number) => {
    const { cookie } = await signedInStaff(ground.club, 'content');
    const answer = await call(ground.server, `/api/console/videos/${ground.known.titleId}/films`, {
      body: { fileName, bytes },
      cookie,
    });
    return { answer, cookie };
  };
  const part = (
    filmId: string,
    offset: number | string,
    body: Buffer,
    cookie: string,
    type = 'application/octet-stream',
  ) => put({ path: `/api/console/films/${filmId}/parts?offset=${offset}`, headers: { cookie } }, body, type);

  test('is kept under a name of ours; its own has no folders and no hidden signs', async () => {
    for (const name of ['../../../etc/passwd', 'C:\\Windows\\x.mp4', 'a\u0007b.mp4', '/etc/shadow']) {
      const { answer } = await begin(name, 10);
      if (answer.status !== 201) continue;
      const { filmId } = (await answer.json()) as { filmId: string };
      const { rows } = await ground.club.owner.query('select file_name from video.film where id = $1', [filmId]);
      expect(rows[0].file_name).not.toMatch(/[/\\\p{Cc}]/u);
    }
  });

  test('is no larger than it said, comes in order, by whoever began it, and as bytes alone', async () => {
    expect((await begin('a.mp4', 17 * 1_024 ** 3)).answer.status).toBe(413);
    const { answer, cookie } = await begin('a.mp4', 10);
    const { filmId } = (await answer.json()) as { filmId: string };
    const other = (await signedInStaff(ground.club, 'content')).cookie;
    const ten = Buffer.alloc(10, 1);
    expect((await part(filmId, 0, ten, other)).status).toBe(403);
    expect((await part(filmId, 5, ten, cookie)).status).toBe(409);
    expect((await part(filmId, '..%2F..%2Fx', ten, cookie)).status).toBe(400);
    expect((await part('..%2F..%2Fetc', 0, ten, cookie)).status).toBe(400);
    expect((await part(filmId, 0, Buffer.alloc(11, 1), cookie)).status).toBe(413);
    expect((await part(filmId, 0, ten, cookie, 'text/html')).status).toBe(400);
    expect((await part(filmId, 0, Buffer.alloc(5 * MB), cookie).catch(() => ({ status: 413 }))).status).toBe(413);
    const { rows } = await ground.club.owner.query('select received::integer from video.film where id = $1', [filmId]);
    expect(rows).toEqual([{ received: 0 }]);
  });

  test('takes captions that are words, and no script, page or flood', async () => {
    const { answer, cookie } = await begin('a.mp4', 10);
    const { filmId } = (await answer.json()) as { filmId: string };
    const set = (locale: string, text: string) =>
      call(ground.server, `/api/console/films/${filmId}/captions/${locale}`, { method: 'PUT', body: { text }, cookie });
    expect((await set('..%2F..%2Fx', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).status).toBeGreaterThanOrEqual(400);
    expect((await set('en', made.HTML)).status).toBeGreaterThanOrEqual(400);
    expect((await set('en', `WEBVTT\n\n${'x'.repeat(600 * 1_024)}`)).status).toBeGreaterThanOrEqual(400);
    const { rows } = await ground.club.owner.query(
      'select count(*)::integer as n from video.captions where film_id = $1',
      [filmId],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

/** Calls that put their address into a list, and take nothing else. */
const WITHOUT_BODY = ['/api/me/favourite-hosts/{id}', '/api/me/watch-later/{id}'];

test('every call that takes a file is here, and stands in docs/security.md', () => {
  const paths = operationsOf()
    .filter(({ method, body }) => method === 'PUT' && body === null)
    .map(({ path }) => path)
    .filter((path) => !WITHOUT_BODY.includes(path));
  expect([...Object.keys(PICTURES), FILM_PARTS].sort()).toEqual(paths.sort());
  const list = SECURITY.slice(SECURITY.indexOf('### What may be sent'), SECURITY.indexOf('### Limits of business'));
  for (const path of [...paths, CAPTIONS]) expect(list).toContain(`\`${path}\``);
});
