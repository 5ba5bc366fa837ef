import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, begun, by, codeOf, type Desk, openDesk, own, staffPath, write } from './desk.ts';
import cases from './words.json' with { type: 'json' };

// House rule: the desk never places, suggests or changes a bet, and never moves money.

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test('staff words that are forbidden reach no member, one by one and in parts, and are kept nowhere', async () => {
  for (const { words, rule } of cases.forbidden) {
    const mira = await desk.member();
    const { id } = await begun(desk, mira);
    for (const part of words.slice(0, -1)) expect((await answer(desk, mira, id, part)).status).toBe(201);
    const refused = await answer(desk, mira, id, words.at(-1) ?? '');
    expect(refused.status).toBe(422);
    expect([words, await codeOf(refused)]).toEqual([words, rule]);
    const entries = (await own(desk, mira, id)).said.map((one) => one.words);
    expect(entries).toEqual(['Where do I top up?', ...words.slice(0, -1)]);
  }
});

test('a member’s words in between do not let the second part through', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira);
  expect((await answer(desk, mira, id, 'Please send 50 000')).status).toBe(201);
  await write(desk, mira, id, 'Where to?');
  expect(await codeOf(await answer(desk, mira, id, 'to my account'))).toBe('words-pay');
});

test('members write what they like: they may name their own account', async () => {
  const mira = await desk.member();
  const { id } = await begun(desk, mira, 'I bet 500 on big and my bank is at bank.example.com/login');
  expect((await own(desk, mira, id)).said).toHaveLength(1);
});

test('no endpoint of the desk takes a bet, an amount or an account, and none of them changes anything but the desk', async () => {
  const { paths = {} } = desk.server.http.swagger();
  const calls = Object.entries(paths).filter(([path]) => /\/desk(\/|$)/.test(path));
  expect(calls.length).toBeGreaterThan(12);
  const bodies = calls.flatMap(([, methods]) =>
    Object.values(methods ?? {}).map((one) => JSON.stringify((one as { requestBody?: unknown }).requestBody ?? {})),
  );
  const names = bodies.flatMap((body) =>
    [...body.matchAll(/"(\w+)":\{"(?:type|anyOf|\$ref|description|enum)/g)].map((m) => m[1]),
  );
  expect(
    new Set(names.filter((name) => /minor|amount|stake|bet|slip|draw|iban|card|payee|url|link/i.test(name ?? ''))),
  ).toEqual(new Set());

  const mira = await desk.member();
  const counts = async () => {
    const { rows } = await desk.club.owner.query(`select
      (select count(*) from ledger.transfer) as transfers, (select count(*) from lottery.slip) as slips,
      (select sum(available + held) from ledger.balance) as money, (select count(*) from payments.withdrawal) as paid`);
    return rows[0];
  };
  const before = await counts();
  const { id } = await begun(desk, mira);
  await answer(desk, mira, id, 'We are looking.');
  for (const act of ['/read', '/close', '/typing']) {
    const body = act === '/read' ? { body: { upTo: 1 } } : { method: 'POST' };
    expect((await by(desk, desk.sara, staffPath(mira, id, act), body)).status).toBeLessThan(300);
  }
  expect(await counts()).toEqual(before);
});
