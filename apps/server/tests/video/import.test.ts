import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Club, openClub } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';
import { encodeAll, type FilmFolder, makeTestFilm, openFilmFolder } from '../kit/films.ts';

let club: Club;
let folder: FilmFolder;
let sources: string;
beforeAll(async () => {
  club = await openClub();
  folder = openFilmFolder();
  sources = join(folder.path, '..', 'sources');
  mkdirSync(sources);
  writeFileSync(join(sources, 'slow-tides_1.mp4'), makeTestFilm(folder, { seconds: 5 }));
  writeFileSync(join(sources, 'broken.MKV'), 'no film');
  writeFileSync(join(sources, 'empty.mp4'), '');
  writeFileSync(join(sources, 'notes.txt'), 'no film, and not called one');
});
afterAll(async () => {
  await club.close();
  folder.remove();
});

const run = (...args: string[]) =>
  clubLines(['films', ...args], {
    TERCET_OWNER_URL: club.database.ownerUrl,
    TERCET_KEYS: join(folder.path, '..', 'keys'),
    TERCET_FILMS: folder.path,
    TERCET_PAYMENTS: 'none',
  });

test('films of a folder become drafts, once, however often it is run', async () => {
  const lines = await run('import', sources);
  expect(lines.slice(0, 3)).toEqual(['imported broken.MKV', 'empty    empty.mp4', 'imported slow-tides_1.mp4']);
  await encodeAll(club, folder);
  expect(await run('list')).toEqual([
    'uploading 0, waiting 0, encoding 0, ready 1, failed 1, removed 0',
    'failed   broken.MKV: no-film',
  ]);
  expect((await run('import', sources))[0]).toBe('there    broken.MKV: failed');
  const { rows } = await club.owner.query(
    `select texts->'en'->>'name' as name, published_at, film_id is not null as has_film from video.title order by 1`,
  );
  expect(rows).toEqual([
    { name: 'broken', published_at: null, has_film: false },
    { name: 'slow tides 1', published_at: null, has_film: true },
  ]);
  const { rows: acts } = await club.owner.query(
    `select count(*)::int as n from audit.entry where act = 'video-imported'`,
  );
  expect(acts[0].n).toBe(2);
});

test('folders and links among the files stop nothing and lead nowhere; odd names come once', async () => {
  const odd = join(folder.path, '..', 'odd');
  mkdirSync(join(odd, 'a-folder.mp4'), { recursive: true });
  symlinkSync(join(sources, 'slow-tides_1.mp4'), join(odd, 'link.mp4'));
  writeFileSync(join(odd, 'turned\u202e4pm.mp4'), 'x');
  writeFileSync(join(odd, 'zebra.mp4'), 'y');
  const lines = await run('import', odd);
  expect(lines.slice(0, -1)).toEqual(['imported turned\u202e4pm.mp4', 'imported zebra.mp4']);
  expect((await run('import', odd)).filter((line) => line.startsWith('imported'))).toEqual([]);
  const { rows } = await club.owner.query(
    `select texts->'en'->>'name' as name from video.title where texts::text like '%turned%'`,
  );
  expect(rows).toEqual([{ name: 'turned4pm' }]);
});

test('what cannot be done is said in a line', async () => {
  await expect(run('import')).rejects.toThrow('Usage');
  await expect(run('import', join(folder.path, 'nowhere'))).rejects.toThrow('no such file');
  await expect(run('import', folder.path)).rejects.toThrow('no films in');
  await expect(run('import', sources, 'nothing')).rejects.toThrow('unknown class nothing');
});
