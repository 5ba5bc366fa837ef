import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasName } from '../../src/db/search.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createCity, listCities } from '../../src/directory/cities.ts';
import { searchMembers } from '../../src/members/account/search.ts';
import { listTitles } from '../../src/video/manage-titles.ts';
import { type Club, openClub } from '../kit/club.ts';
import { nameMember } from '../kit/persons.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** Names, and queries that must find them. */
const FOUND = [
  ['Café Müller', 'cafe'],
  ['Café Müller', 'CAFÉ'.normalize('NFD')],
  ['Café Müller', 'ｃａｆｅ'],
  ['Café Müller', 'mueller'],
  ['Café Müller', 'MULLER'],
  ['Café Müller', 'mue'],
  ['Cafe Mueller', 'müller'],
  ['Đà Nẵng', 'da nang'],
  ['Đà Nẵng', 'ĐÀ NẴNG'.normalize('NFD')],
  ['Søren Kierkegaard', 'soren'],
  ['Søren Kierkegaard', 'soeren kierkegård'],
  ['Håkon', 'haakon'],
  ['Łódź', 'lodz'],
  ['Straße', 'STRASSE'],
  ['İstanbul', 'istanbul'],
  ['Ísland: Þingvellir', 'thingvellir'],
  ['Улаанбаатар, Өвөрхангай', 'оворхангай'],
  ['Ёлка', 'елка'],
  ['Душанбе, Ҳисор', 'хисор'],
  ['Երևան', 'երեւան'],
  ['القاهرة', 'القاهره'],
  ['مُحَمَّد', 'محمد'],
  ['أحمد ١٢', 'احمد 12'],
  ['تهران', 'ته\u200cران'],
  ['서울의 밤', '서울'.normalize('NFD')],
  ['ドラゴン', 'ﾄﾞﾗｺﾞﾝ'],
  ['東京２０２６', '東京2026'],
  ['Ὀδύσσεια', 'οδυσσεια'],
  ['Zero\u200bWidth', 'zerowidth'],
  ['Rock ’n’ Roll', "rock 'n' roll"],
  ['Michaela', 'ela'],
  ['100% rain', '0% R'],
  ['a\u00a0b', 'a  b'],
  ['L’Île d’Or', "l'ile d'or"],
  ['Sean O’Neil', 'o´neil'],
  ['Keliʻi', "keli'i"],
  ['Jean\u2011Luc', 'jean-luc'],
  ['5 − 3', '5 - 3'],
  ['The “Night”', '"night"'],
  ['ٱلرَّحْمٰن', 'الرحمن'],
  ['رَبِّۚ', 'رب'],
  ['مؤمن', 'مُؤْمِن'],
  ['हिन्दी २०२६', '2026'],
  ['レオナルド・ディカプリオ', 'ﾚｵﾅﾙﾄﾞ･ﾃﾞｨ'],
  ['정우', '정우'.normalize('NFKD')],
  ['Ґалаґан', 'галаган'],
  ['Night Train', 'night-train'],
  ['Night Train', '“Night Train?”'],
  ['Night Train', 'train, night'],
  ['밤 기차', '밤기차'],
  ['Ховд', 'Ховд.'],
  ['Ulaanbaatar', 'Ulaan-Baatar'],
  ['Minh Anh', 'minhanh'],
  ['Anujin', 'anu jin'],
] as const;

const NOT_FOUND = [
  ['Café', 'cave'],
  ['ぱん', 'はん'],
  ['กา', 'กี'],
  ['Tides', 'tids'],
  ['100 rain', '0%1'],
  ['axb', 'a_b'],
  ['ab', '%'],
  ['serie', 'serie\nother'],
  ['Night Train', 'night bus'],
  ['Бат', 'Бот'],
  ['علي', 'عمر'],
  ['한국', '하국'],
  ['Muller', 'miller'],
] as const;

describe('a search finds a name', () => {
  const has = async (name: string, typed: string) => {
    const { rows } = await sql<{ has: boolean }>`
      select ${hasName(sql`house.search_names(${JSON.stringify({ en: { name } })}::jsonb)`, typed)} as has`.execute(
      club.api,
    );
    return rows[0]?.has;
  };
  test.each(FOUND)('%j by %j', async (name, typed) => expect(await has(name, typed)).toBe(true));
  test.each(NOT_FOUND)('%j not by %j', async (name, typed) => expect(await has(name, typed)).toBe(false));
});

test.each([
  ['Đỗ Văn Đức', 'do van duc'],
  ['Jürgen Müller', 'JUERGEN MUELLER'],
  ['Søren Kjær', 'ｓøren　ｋｊａｅｒ'],
  ['José Núñez', 'jose nunez'.normalize('NFD')],
])('the member %s is found by %s, in the console', async (name, typed) => {
  const member = await club.member();
  await nameMember(club.db, member, name);
  const { items } = await searchMembers(club.db, { realName: typed, limit: 10 });
  expect(items.map(({ memberId }) => memberId)).toContain(member.memberId);
  expect((await searchMembers(club.db, { realName: `${typed}x`, limit: 10 })).items).toEqual([]);
});

test('cities and titles are found by any of their languages, in any form', async () => {
  const city = { country: 'DK', tier: 1, latitude: 1, longitude: 2 } as const;
  const texts = { en: { name: 'Århus' }, ja: { name: 'オーフス' } };
  const id = await transaction(club.api, (tx) => createCity(tx, { ...city, texts }));
  const readers = { languages: ['en'], house: 'en' } as const;
  for (const search of ['aarhus', 'ARHUS', 'ｵｰﾌｽ', 'A\u030arhus', '\u00e5r']) {
    const { items } = await listCities(club.api, readers, { search, limit: 10 });
    expect(
      items.map((one) => one.id),
      search,
    ).toEqual([id]);
  }
  expect((await listCities(club.api, readers, { search: 'berlin', limit: 10 })).items).toEqual([]);

  const [classId, titleId] = [randomUUID(), randomUUID()];
  await club.owner.query(`insert into video.class (id, slug, texts, position) values ($1, 'forms', '{}', 1)`, [
    classId,
  ]);
  await club.owner.query(`insert into video.title (id, class_id, texts, age) values ($1, $2, $3, 0)`, [
    titleId,
    classId,
    JSON.stringify({ en: { name: 'Señor Łoś' } }),
  ]);
  for (const search of ['senor', 'LOS', 'ｓｅñｏｒ', 'sen\u0303or']) {
    expect(
      (await listTitles(club.api, { search, limit: 10 })).items.map((one) => one.id),
      search,
    ).toEqual([titleId]);
  }
  // A renamed title is found by its new name only.
  await club.owner.query('update video.title set texts = $2 where id = $1', [titleId, '{"en":{"name":"Ænes"}}']);
  expect((await listTitles(club.api, { search: 'aenes', limit: 10 })).items).toHaveLength(1);
  expect((await listTitles(club.api, { search: 'senor', limit: 10 })).items).toEqual([]);
});

test('a real name is looked up by its index, and five thousand titles are read in a moment', async () => {
  await club.owner.query(`insert into members.real_name (bucket, member_id, version, name, at)
    select 1, gen_random_uuid(), 1, 'Ana Petrova ' || n, clock.now() from generate_series(1, 20000) n`);
  await club.owner.query('analyze members.real_name');
  const { rows } = await club.owner.query<{ 'QUERY PLAN': string }>(
    `explain select from members.real_name n where house.search_form(n.name) = house.search_form('Đỗ Đức')`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('real_name_by_form');

  const classId = randomUUID();
  await club.owner.query(`insert into video.class (id, slug, texts, position) values ($1, 'many', '{}', 2)`, [classId]);
  await club.owner.query(
    `insert into video.title (id, class_id, texts, age)
     select gen_random_uuid(), $1, jsonb_build_object('en', jsonb_build_object('name', 'Évening ' || n)), 0
     from generate_series(1, 5000) n`,
    [classId],
  );
  const fromMs = performance.now();
  expect((await listTitles(club.api, { search: 'ＥＶＥＮＩＮＧ 4999', limit: 10 })).items).toHaveLength(1);
  expect(performance.now() - fromMs).toBeLessThan(1_000);
});
