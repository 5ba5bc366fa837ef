import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFilm } from '../../src/video/films.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addTitle, encodeAll, type FilmFolder, makeTestFilm, openFilmFolder, runBare, upload } from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let film: Buffer;
/** Counts requests that an uploaded file triggers. */
let lure: Server;
let requestCount = 0;
let address: string;
beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  film = makeTestFilm(folder);
  lure = createServer((_request, response) => {
    requestCount++;
    response.end(film);
  });
  await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(lure.address() as AddressInfo).port}`;
  writeFileSync(join(folder.path, '..', 'secret.mp4'), film);
});
afterAll(async () => {
  lure.close();
  await club.close();
  folder.remove();
});

const text = (...lines: string[]) => Buffer.from(`${lines.join('\n')}\n`);
const lavfi = (name: string, source: string, ...more: string[]) =>
  runBare(folder, name, ['-f', 'lavfi', '-i', source, ...more]);

/** A film whose `moov` box has invalid sizes. */
function brokenBoxes(): Buffer {
  const broken = Buffer.from(film);
  const moov = broken.indexOf('moov');
  for (let at = moov + 4; at < moov + 400; at += 7) broken[at] = 0xff;
  return broken;
}

function overwritten(): Buffer {
  const broken = Buffer.from(film);
  const mdat = broken.indexOf('mdat');
  broken.fill(0, mdat + 2_000, mdat + Math.floor((broken.length - mdat) * 0.9));
  return broken;
}

/** Metadata that imitate ffmpeg's output about the file. */
const LIES = [
  '-metadata',
  'title=Duration: 00:00:08.00\n  Stream #0:0: Video: h264, yuv420p, 640x360 [SAR 1:1 DAR 16:9], 25 fps, 25 tbr',
];

/** Title, bytes, and the permitted faults. */
const HOSTILE: [string, () => Buffer, string[]][] = [
  ['nothing but zeros', () => Buffer.alloc(4_096), ['no-film']],
  ['noise', () => Buffer.from(Array.from({ length: 8_192 }, (_, n) => (n * 7_919) % 251)), ['no-film']],
  ['one byte', () => Buffer.from('x'), ['no-film']],
  ['a page', () => text('<!doctype html><script>alert(1)</script>'), ['no-film']],
  ['a program', () => text('#!/bin/sh', 'touch /tmp/tercet-was-here'), ['no-film']],
  ['an archive', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(512)]), ['no-film']],
  [
    'a drawing',
    () => text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    ['no-film'],
  ],
  [
    'a playlist that asks for an address',
    () => text('#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXTINF:10,', `${address}/a.ts`, '#EXT-X-ENDLIST'),
    ['no-film'],
  ],
  [
    'a playlist that reads a file of the server',
    () => text('#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXTINF:10,', 'file:///etc/passwd', '#EXT-X-ENDLIST'),
    ['no-film'],
  ],
  [
    'a list of files to join',
    () => text('ffconcat version 1.0', `file '${join(folder.path, '..', 'secret.mp4')}'`),
    ['no-film'],
  ],
  [
    'a DASH manifest',
    () => text('<?xml version="1.0"?><MPD><Period><BaseURL>', address, '</BaseURL></Period></MPD>'),
    ['no-film'],
  ],
  ['a description of a stream', () => text('v=0', 'c=IN IP4 127.0.0.1', 'm=video 5004 RTP/AVP 96'), ['no-film']],
  [
    'a playlist hidden in AVI clothes',
    () => Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), text('GAB2', '#EXTM3U', `${address}/a.ts`)]),
    ['no-film'],
  ],
  ['a film cut off in the middle of its pictures', () => cutShort(), ['broken', 'no-film']],
  ['a film without its index', () => film.subarray(0, Math.floor(film.length * 0.6)), ['no-film', 'broken']],
  ['boxes with sizes that lead nowhere', brokenBoxes, ['no-film', 'broken']],
  ['a film whose pictures are zeros', overwritten, ['broken', 'no-film']],
  ['sound alone', () => lavfi('tone.m4a', 'sine=duration=6', '-c:a', 'aac'), ['no-picture']],
  ['a picture', () => lavfi('one.png', 'testsrc2=size=64x64:duration=1', '-frames:v', '1'), ['no-film']],
  ['a film of two seconds', () => lavfi('short.mp4', 'testsrc2=size=160x120:rate=10:duration=2'), ['too-short']],
  ['a film as small as a stamp', () => lavfi('small.mp4', 'testsrc2=size=48x32:rate=10:duration=6'), ['too-small']],
  [
    'a film larger than 4K',
    () => lavfi('wide.mkv', 'color=size=5000x100:rate=2:duration=6', '-c:v', 'mpeg4'),
    ['too-large'],
  ],
  [
    'a film larger than 4K that says it is small',
    () => lavfi('liar.mkv', 'color=size=5000x100:rate=2:duration=6', '-c:v', 'mpeg4', ...LIES),
    ['too-large'],
  ],
  [
    'a film of a thousand pictures a second that says it has few',
    () => lavfi('fast.mkv', 'color=size=160x120:rate=1000:duration=5', '-c:v', 'libx264', ...LIES),
    ['too-fast'],
  ],
  [
    'a film of seven hours',
    () => lavfi('long.mkv', 'color=size=64x64:rate=1/600:duration=25200', '-c:v', 'mpeg4'),
    ['too-long', 'no-film'],
  ],
];

/** A truncated film with its index at the front, so that only pictures are missing. */
function cutShort(): Buffer {
  const front = lavfi('front.mp4', 'testsrc2=size=320x180:rate=12:duration=8', '-movflags', '+faststart');
  return front.subarray(0, Math.floor(front.length * 0.5));
}

describe('an upload that is no film, or wants to be more', () => {
  test.each(HOSTILE)('%s: is refused with a reason, and nothing is left', async (_what, make, faults) => {
    const titleId = await addTitle(club);
    const filmId = await upload(club, folder.store, titleId, make());
    await encodeAll(club, folder);
    const made = await readFilm(club.db, filmId);
    expect(made?.state).toBe('failed');
    expect(faults).toContain(made?.fault);
    expect(await folder.store.get(`films/${filmId}/full/main.m3u8`)).toBeNull();
    expect(await folder.store.get(`uploads/${filmId}/${'0'.repeat(15)}`)).toBeNull();
    const { rows } = await club.owner.query('select film_id from video.title where id = $1', [titleId]);
    expect(rows[0].film_id).toBeNull();
    expect(requestCount).toBe(0);
  });

  test('does not keep the film after it from being made', async () => {
    const filmId = await upload(club, folder.store, await addTitle(club), film);
    await encodeAll(club, folder);
    expect((await readFilm(club.db, filmId))?.state).toBe('ready');
  });
});
