import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { LANGUAGES } from '../../src/languages.ts';
import { CURRENT_AGREEMENT, PLAY_AGREEMENTS, publishAgreement } from '../../src/members/account/agreement.ts';
import { call, join, openWorld, type World } from './club.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('anyone can read terms, game rules and privacy', async () => {
  const answer = await call(world.node, 'GET', '/api/agreement');
  expect(answer.statusCode).toBe(200);
  const { version, locale, sections } = answer.json();
  expect([version, locale]).toEqual([CURRENT_AGREEMENT, 'en']);
  expect(sections.map((section: { id: string }) => section.id)).toEqual(['terms', 'game-rules', 'privacy']);
  for (const section of sections) expect(section.paragraphs.length).toBeGreaterThan(3);
});

test.each(['en', 'en-GB', 'xx', 'constructor', '__proto__', ''])('in the language %j or in English', async (locale) => {
  const answer = await call(world.node, 'GET', `/api/agreement?locale=${locale}`);
  expect(answer.json().locale).toBe('en');
});

test.each(LANGUAGES)('the game rules describe both kinds of table in %s', (code) => {
  const rulesOf = (locale: string) => PLAY_AGREEMENTS.read(locale).sections.find(({ id }) => id === 'game-rules');
  const [sums, faces] = rulesOf(code)?.paragraphs ?? [];
  expect(sums).toContain('18');
  expect(faces).toContain('Sic Bo');
  expect(rulesOf(code)?.paragraphs).toHaveLength(rulesOf('en')?.paragraphs.length ?? 0);
});

test('a member who agreed to an older version is asked again, and can agree', async () => {
  const member = await join(world.node);
  await world.owner.query('update members.member set agreement_version = 0 where member_id = $1', [member.memberId]);
  const me = async () => (await call(world.node, 'GET', '/api/me', { cookie: member.cookie })).json();
  expect(await me()).toMatchObject({ agreementVersion: 0, currentAgreementVersion: CURRENT_AGREEMENT });
  const agree = (body: unknown, cookie?: string) =>
    call(world.node, 'POST', '/api/me/agreement', { body, ...(cookie === undefined ? {} : { cookie }) });
  expect((await agree({ version: CURRENT_AGREEMENT })).statusCode).toBe(401);
  const wrong = await agree({ version: CURRENT_AGREEMENT + 1, accepted: ['terms', 'rules', 'privacy'] }, member.cookie);
  expect(wrong.json()).toMatchObject({ code: 'agreement-needed', params: { version: CURRENT_AGREEMENT } });
  expect((await agree({ version: 'x' }, member.cookie)).statusCode).toBe(400);
  for (const accepted of [undefined, [], ['terms'], ['terms', 'rules'], ['privacy', 'rules', 'rules']]) {
    const partly = await agree({ version: CURRENT_AGREEMENT, accepted }, member.cookie);
    expect(partly.json().code).toBe('agreement-needed');
  }
  expect((await me()).agreementVersion).toBe(0);
  const all = { version: CURRENT_AGREEMENT, accepted: ['privacy', 'terms', 'rules'] };
  expect((await agree(all, member.cookie)).statusCode).toBe(204);
  expect((await me()).agreementVersion).toBe(CURRENT_AGREEMENT);
});

test('one of a house’s own must be newer than any that was published before it', async () => {
  const own = (version: number) => ({ ...PLAY_AGREEMENTS, version, kind: 'own' as const });
  const publish = (version: number) => transaction(world.node.members.db, (tx) => publishAgreement(tx, own(version)));
  const versions = async () =>
    (await world.owner.query('select version from members.agreement order by version')).rows.map((row) => row.version);
  const before = await versions();
  await publish(CURRENT_AGREEMENT + 2);
  await publish(CURRENT_AGREEMENT + 2);
  await expect(publish(CURRENT_AGREEMENT + 1)).rejects.toThrow(
    new RegExp(`older than the published version ${CURRENT_AGREEMENT + 2}.*raise it`),
  );
  expect(await versions()).toEqual([...before, CURRENT_AGREEMENT + 2]);
  await world.owner.query('delete from members.agreement where version > $1', [CURRENT_AGREEMENT]);
});

test('a version is published once, however often the server starts', async () => {
  const publish = () => transaction(world.node.members.db, (tx) => publishAgreement(tx, PLAY_AGREEMENTS));
  await publish();
  const first = await world.owner.query('select * from members.agreement');
  await publish();
  expect((await world.owner.query('select * from members.agreement')).rows).toEqual(first.rows);
  expect(first.rows).toHaveLength(1);
});
