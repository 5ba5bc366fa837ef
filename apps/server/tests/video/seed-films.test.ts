import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedFilms } from '../../../../dev/films/seed-films.ts';
import { transaction } from '../../src/db/transaction.ts';
import { changeTitle, withdrawTitle } from '../../src/video/manage-titles.ts';
import { readVideoTerms } from '../../src/video/terms.ts';
import { type Club, openClub } from '../kit/club.ts';
import { type FilmFolder, openFilmFolder } from '../kit/films.ts';

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

const run = () => seedFilms(club.db, folder.store, 'en');

async function library() {
  const { rows } = await club.owner.query(`
    select t.*, c.slug as class_slug, f.id as film, f.state, f.received, f.bytes, k.version as cover,
      (select json_agg(p order by p.locale) from video.captions p where p.film_id = f.id) as captions
    from video.title t join video.class c on c.id = t.class_id
    left join video.film f on f.title_id = t.id left join video.cover k on k.title_id = t.id order by t.id`);
  return rows;
}

test('the play house has its library once, however often it is seeded', async () => {
  await run();
  const first = await library();
  expect(first.length).toBeGreaterThanOrEqual(12);
  expect(new Set(first.map((one) => one.class_slug)).size).toBe(4);
  for (const one of first) {
    expect(one).toMatchObject({ state: 'waiting', received: one.bytes, withdrawn_at: null });
    expect(one.published_at).not.toBeNull();
    expect(one.cover).not.toBeNull();
    expect(one.captions.map((each: { locale: string }) => each.locale)).toEqual(['ar', 'en', 'mn']);
    for (const { locale, version } of one.captions) {
      for (const kind of ['full', 'preview'])
        expect(await folder.store.get(`films/${one.film}/${kind}/captions/${locale}-${version}.vtt`)).not.toBeNull();
    }
  }
  expect(await readVideoTerms(club.db)).toMatchObject({ access: 'balance', balance: 10_000n, startMs: 27_000 });
  await run();
  expect(await library()).toEqual(first);
});

test('what the staff made of it stays, and an upload that was broken off goes on', async () => {
  const [one, other] = await library();
  await transaction(club.api, (tx) => withdrawTitle(tx, one.id));
  await transaction(club.api, (tx) => changeTitle(tx, one.id, { age: 16, recommended: false }, 'en'));
  await club.owner.query(`update video.film set state = 'uploading', received = 0 where id = $1`, [other.film]);
  const before = await library();
  await run();
  const after = await library();
  expect(after.find(({ id }) => id === one.id)).toEqual(before.find(({ id }) => id === one.id));
  expect(after.find(({ id }) => id === other.id)).toMatchObject({ state: 'waiting', received: other.bytes });
  expect(after.length).toBe(before.length);
});
