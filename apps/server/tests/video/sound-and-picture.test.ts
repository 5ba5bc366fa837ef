import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { readFilm } from '../../src/video/films.ts';
import { type Club, openClub } from '../kit/club.ts';
import { addTitle, encodeAll, type FilmFolder, openFilmFolder, runBare, upload } from '../kit/films.ts';
import { AS_MP4, beeps, FLASHES, flashes, makeFlashFilm, playFlashes, type Starts } from '../kit/flash-films.ts';

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

/** A film as browsers assemble it, in its largest size. */
async function served(file: Buffer): Promise<Buffer> {
  const filmId = await upload(club, folder.store, await addTitle(club), file);
  expect(await encodeAll(club, folder)).toEqual([]);
  const { made } = (await readFilm(club.db, filmId)) ?? {};
  const names = (made?.files ?? []).filter((name) => /^full\/v0\/.*(?:mp4|m4s)$/.test(name)).toSorted();
  const parts = await Promise.all(names.map((name) => folder.store.get(`films/${filmId}/${name}`)));
  return Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0)));
}

const made = (name: string, starts: Starts) => () => makeFlashFilm(folder, name, starts);
const bare = (name: string, ...args: string[]) => runBare(folder, name, args);

/** Title, file, and the seconds by which the film's own time starts before the test film's. */
const FILMS: [string, () => Buffer, number][] = [
  ['begins with both', made('both.mov', {}), 0],
  ['has sound that begins late', made('late.mov', { sound: 0.7 }), 0],
  ['has sound that begins late, in Matroska', made('late.mkv', { sound: 0.33 }), 0],
  ['has sound that begins a little late', made('little.mov', { sound: 0.09 }), 0],
  ['has a picture that begins late', made('picture.mov', { picture: 0.5 }), 0],
  ['has a picture that begins late, in Matroska', made('picture.mkv', { picture: 0.9 }), 0],
  ['has sound that begins before 0', made('early.mov', { sound: -0.4 }), 0],
  ['has a picture that begins before 0', made('early-picture.mov', { picture: -0.6 }), 0],
  ['begins at an hour', made('hour.mkv', { picture: 0.2, zero: 3_600 }), 0],
  [
    'was cut without being encoded, between two keyframes',
    () => {
      bare('long.mp4', ...flashes(), ...beeps(), ...AS_MP4, '-g', '50');
      return bare('cut.mp4', '-ss', '0.5', '-i', `${folder.path}/../long.mp4`, '-c', 'copy');
    },
    0.5,
  ],
  [
    'comes from a browser: VP8 and Opus in WebM',
    () => bare('browser.webm', ...flashes(), ...beeps(), '-c:v', 'libvpx', '-c:a', 'libopus', '-deadline', 'realtime'),
    0,
  ],
  [
    'is an AVI with MP3 of 44.1 kHz',
    () => bare('old.avi', ...flashes(), ...beeps(0, { hz: 44_100 }), '-c:v', 'mpeg4', '-c:a', 'libmp3lame'),
    0,
  ],
  [
    'is a transport stream of a camcorder, which begins at 1.4 s',
    () => bare('camcorder.ts', ...flashes(), ...beeps(), ...AS_MP4),
    0,
  ],
  [
    'has sound that is away for a second',
    () => bare('gap.mkv', ...flashes(), ...beeps(), '-af', "aselect='not(between(t,2,3))'", ...AS_MP4),
    0,
  ],
  [
    'has sound whose clock runs off by 2 %',
    () =>
      bare(
        'drift.mkv',
        ...[...flashes(), ...beeps(), '-vf', 'setpts=PTS*1.02', '-af', 'asetpts=PTS*1.02'],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'],
      ),
    0,
  ],
];

describe('sound and picture of a film that', () => {
  test.each(sampleOf(FILMS, FILMS_TRIED))('%s are in time without its edit lists', async (_what, make, cut) => {
    const film = await served(make());
    expect(film.includes('edts')).toBe(false);
    const heard = playFlashes(folder, film);
    expect(heard.starts).toEqual([0, 0]);
    expect(heard.flashes).toHaveLength(FLASHES.length);
    expect(heard.beeps).toHaveLength(FLASHES.length);
    for (const [n, at] of heard.flashes.entries()) expect(Math.abs((heard.beeps[n] ?? 0) - at)).toBeLessThan(0.025);
    // The beginning is complete, with no more padding than the later track needs.
    expect((heard.flashes[0] ?? 0) + cut).toBeGreaterThan(FLASHES[0] - 0.05);
  });
});
