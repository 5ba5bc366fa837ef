import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { readFilm } from '../../src/video/films.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addTitle, encodeAll, type FilmFolder, openFilmFolder, runBare, upload } from '../kit/films.ts';
import { AS_MP4, beeps, flashes } from '../kit/flash-films.ts';

/** How many films `npm test` encodes. */
const FILMS_TRIED = 4;

let club: Club;
let folder: FilmFolder;
beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
});
afterAll(async () => {
  await club.close();
  folder.remove();
});

const bare = (name: string, ...args: string[]) => runBare(folder, name, args);
const made = (name: string) => join(folder.path, '..', name);
const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
const H264 = AS_MP4.slice(0, -2);
const MOVING = lavfi('testsrc2=size=160x90:rate=25:duration=5');
const TONE = lavfi('sine=frequency=330:duration=5');

async function taken(bytes: Buffer) {
  const filmId = await upload(club, folder.store, await addTitle(club), bytes);
  const faults = await encodeAll(club, folder);
  const film = await readFilm(club.db, filmId);
  const read = async (path: string) => Buffer.from((await folder.store.get(`films/${filmId}/full/${path}`)) ?? []);
  const main = (await read('main.m3u8')).toString();
  const sizes = film?.made?.sizes ?? [];
  return { faults, film, read, main, sizes };
}

/** WebM as browsers record it: without length and index, since its end is not known. */
const recorded = (name: string, ...args: string[]) =>
  bare(name, ...args, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1');

/** Title, file, and the expected duration, frame rate and size. */
const FILMS: [string, () => Buffer, { seconds?: number; fps?: string; size?: string }][] = [
  ['WebM without a length', () => recorded('live.webm', ...MOVING, ...TONE), {}],
  [
    'WebM without a length, whose pictures come as they may',
    () => recorded('odd.webm', ...MOVING, ...TONE, '-vf', "select='not(mod(n*n,7))'", '-vsync', 'vfr'),
    {},
  ],
  [
    'a recorded screen with a time base of 90 kHz and pictures that come as they may',
    () =>
      bare(
        'base.mp4',
        ...MOVING,
        '-vf',
        "settb=1/90000,select='not(mod(n,3))*lt(n,100)+gte(n,100)'",
        '-vsync',
        '2',
        ...['-video_track_timescale', '90000', ...H264],
      ),
    {},
  ],
  [
    'a recorded screen that changes its size',
    () => {
      bare('one.mkv', ...lavfi('testsrc2=size=160x90:rate=25:duration=3'), '-c:v', 'mjpeg');
      bare('two.mkv', ...lavfi('testsrc2=size=320x180:rate=25:duration=3'), '-c:v', 'mjpeg');
      const list = `concat=n=2`;
      return bare(
        'both.avi',
        '-i',
        made('one.mkv'),
        '-i',
        made('two.mkv'),
        '-filter_complex',
        `[1:v]scale=160:90[b];[0:v][b]${list}`,
        '-c:v',
        'mjpeg',
      );
    },
    { seconds: 6 },
  ],
  [
    'slow motion of 240 pictures a second',
    () => bare('slow.mp4', ...lavfi('testsrc2=size=160x90:rate=240:duration=5'), ...TONE, ...AS_MP4),
    { fps: '60.000' },
  ],
  [
    'sixteen channels of sound',
    () =>
      bare(
        'many.mov',
        ...MOVING,
        ...TONE,
        '-filter_complex',
        `[1:a]asplit=16,amerge=inputs=16[a]`,
        ...['-map', '0:v', '-map', '[a]', ...H264, '-c:a', 'pcm_s16le'],
      ),
    {},
  ],
  [
    'six channels of sound in WebM',
    () =>
      bare('six.webm', ...MOVING, ...TONE, '-ac', '6', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'),
    {},
  ],
  [
    'a picture that ends two seconds before its sound',
    () => bare('short.mp4', ...lavfi('testsrc2=size=160x90:rate=25:duration=3'), ...TONE, ...AS_MP4),
    {},
  ],
  [
    'one picture for the whole of its sound',
    () => bare('still.mp4', ...lavfi('color=red:size=160x90:rate=25:duration=0.04'), ...TONE, ...AS_MP4),
    {},
  ],
  [
    'sound that ends two seconds before its picture',
    () => bare('quiet.mp4', ...MOVING, ...lavfi('sine=frequency=330:duration=3'), ...AS_MP4),
    {},
  ],
  [
    'one picture in two seconds',
    () => bare('slides.mp4', ...lavfi('testsrc2=size=160x90:rate=1/2:duration=10'), ...H264),
    { seconds: 10 },
  ],
  [
    'pixels that are not square',
    () => bare('anamorphic.mp4', ...MOVING, '-vf', 'scale=120:90,setsar=4/3', ...H264),
    { size: '160x90' },
  ],
  [
    'a camera that was held upright',
    () => {
      bare('lying.mp4', ...MOVING, ...H264);
      return bare('turned.mp4', '-i', made('lying.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90');
    },
    { size: '90x160' },
  ],
  [
    'a camera upside down, whose pixels are not square',
    () => {
      bare('squeezed.mp4', ...MOVING, '-vf', 'scale=80:90,setsar=2/1', ...H264);
      return bare('over.mp4', '-i', made('squeezed.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=180');
    },
    { size: '160x90' },
  ],
];

describe('a film with', () => {
  test.each(sampleOf(FILMS, FILMS_TRIED))('%s is taken, as long and as large as it is', async (_what, make, wanted) => {
    const { seconds = 5, fps = null, size = null } = wanted;
    const { faults, film, main, sizes, read } = await taken(make());
    expect(faults).toEqual([]);
    expect(Math.abs((film?.durationMs ?? 0) - seconds * 1_000)).toBeLessThan(250);
    if (fps !== null) expect(main).toContain(`FRAME-RATE=${fps}`);
    if (size !== null) expect(sizes[0]).toBe(size);
    await expectRates(main, read);
  });
});

/** Checks that no segment exceeds the bit rates in the playlist. */
async function expectRates(main: string, read: (path: string) => Promise<Buffer>): Promise<void> {
  const stated = [...main.matchAll(/BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/g)].map((found) =>
    found.slice(1).map(Number),
  );
  expect(stated.length).toBeGreaterThanOrEqual(2);
  for (const [n, [peak = 0, average = 0]] of stated.entries()) {
    const list = (await read(`v${n}/list.m3u8`)).toString();
    for (const [, seconds, name] of list.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)) {
      const { length } = await read(`v${n}/${name}`);
      expect((length * 8) / Number(seconds)).toBeLessThanOrEqual(peak);
      expect(Number(seconds)).toBeGreaterThanOrEqual(0.9);
    }
    expect(average).toBeLessThanOrEqual(peak);
  }
}

/** HEVC with light encoded by ITU-R BT.2100: a flat picture of a given level. */
const hdr = (name: string, transfer: string, level: number) =>
  bare(
    name,
    ...lavfi(`color=black:size=160x90:rate=10:duration=5,format=yuv420p10le,geq=lum=${level}:cb=512:cr=512`),
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params'],
    `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:log-level=none`,
  );

describe('a film in HDR', () => {
  // Levels from 64 to 940: reference white and a grey card.
  test.each([
    ['pq.mp4', 'smpte2084', 572, 205, 245],
    ['pq-grey.mp4', 'smpte2084', 397, 85, 130],
    ['hlg.mp4', 'arib-std-b67', 721, 205, 245],
    ['hlg-grey.mp4', 'arib-std-b67', 397, 85, 130],
  ])('%s is as bright as a usual film', async (name, transfer, level, least, most) => {
    const { faults, read } = await taken(hdr(name, transfer, level));
    expect(faults).toEqual([]);
    const { channels } = await sharp(await read('poster.jpg')).stats();
    for (const { mean } of channels) {
      expect(mean).toBeGreaterThan(least);
      expect(mean).toBeLessThan(most);
    }
  });
});

test('pictures beside a film with pixels that are not square keep their shape', async () => {
  const circle = "geq=lum='if(lt(hypot(X-60,Y-45)*1,200),if(lt(hypot((X-60)*4/3,Y-45),30),235,16),16)':cb=128:cr=128";
  const { faults, read } = await taken(
    bare('round.mp4', ...lavfi('color=black:size=120x90:rate=10:duration=5'), '-vf', `${circle},setsar=4/3`, ...H264),
  );
  expect(faults).toEqual([]);
  const { data, info } = await sharp(await read('poster.jpg'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isWhite = (x: number, y: number) => (data[y * info.width + x] ?? 0) > 128;
  const row = Array.from({ length: info.width }, (_, x) => x).filter((x) => isWhite(x, Math.floor(info.height / 2)));
  const column = Array.from({ length: info.height }, (_, y) => y).filter((y) => isWhite(Math.floor(info.width / 2), y));
  expect(row.length / column.length).toBeGreaterThan(0.93);
  expect(row.length / column.length).toBeLessThan(1.07);
});

test('a film whose sound no decoder knows is refused for its sound', async () => {
  const film = bare('unknown.mkv', ...flashes(), ...beeps(), ...H264, '-c:a', 'ac3');
  // Replace the sound's codec id by an unknown one of the same length.
  const at = film.indexOf('A_AC3');
  const { film: refused } = await taken(
    Buffer.concat([film.subarray(0, at), Buffer.from('A_XY9'), film.subarray(at + 5)]),
  );
  expect(refused).toMatchObject({ state: 'failed', fault: 'no-sound' });
});
