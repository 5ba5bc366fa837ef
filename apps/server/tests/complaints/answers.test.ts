import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../draw/drawing.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import {
  type Asking,
  add,
  answer,
  better,
  type Complaint,
  codeOf,
  entriesFor,
  type Listed,
  list,
  openAsking,
  question,
  read,
  sha256,
} from './asking.ts';

let asking: Asking;
let sara: SignedInStaff;
beforeAll(async () => {
  asking = await openAsking();
  sara = await signedInStaff(asking.club, 'support');
});
afterAll(() => asking.close());

describe('the answer', () => {
  test('is told to the member, ends the question, and leaves a track', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    const words = 'The stake and the payout are as the table says.';
    const answered = await answer(asking, sara, member, id, words);
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ state: 'answered', answeredBy: sara.name });
    const own = (await list(asking, member)).items[0];
    expect(own).toMatchObject({ state: 'answered', answeredAtMs: asking.club.clock.nowMs() });
    const full = await read<Complaint>(asking, `/api/me/complaints/${id}`, member.cookie);
    expect(full.entries).toMatchObject([{ from: 'member' }, { from: 'house', words }]);
    expect(JSON.stringify(full)).not.toMatch(new RegExp(`${sara.name}|${sara.id}`));

    const messages = await read<{ items: { kind: string; params: unknown }[] }>(
      asking,
      '/api/me/messages',
      member.cookie,
    );
    expect(messages.items[0]).toMatchObject({
      kind: 'complaint-answered',
      params: { complaintId: id, slipId: placed.slip.id, drawId: placed.slip.drawId },
    });
    const acts = await read<{ items: unknown[] }>(asking, '/api/me/acts', member.cookie);
    expect(acts.items).toMatchObject([{ act: 'complaint-answered', role: 'support', why: words }]);
  });

  test('is given once, of two at the same time too', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => answer(asking, sara, member, id, `This is answer number ${n}.`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await entriesFor(asking, member)).toHaveLength(2);
  });

  test('lets the member ask once more about the same bet', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    await answer(asking, sara, member, id);
    const again = await question(asking, member, placed.slip.id);
    expect(again.id).not.toBe(id);
    expect((await list(asking, member)).total).toBe(2);
  });

  test('must have words, and a question that is there', async () => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    expect(await codeOf(await answer(asking, sara, member, id, ' short '))).toBe('words-bad');
    expect(await codeOf(await answer(asking, sara, member, randomUUID()))).toBe('not-found');
    const other = (await better(asking)).member;
    expect(await codeOf(await answer(asking, sara, other, id))).toBe('not-found');
    expect((await list(asking, member)).items).toMatchObject([{ state: 'open' }]);
  });
});

describe('the staff', () => {
  test('see the nearest deadline first, and each look is noted', async () => {
    const start = asking.club.clock.nowMs();
    const early = await better(asking);
    const first = await question(asking, early.member, early.placed.slip.id);
    await asking.club.clock.forward(1_000);
    const late = await better(asking);
    const second = await question(asking, late.member, late.placed.slip.id);
    const ada = await signedInStaff(asking.club, 'auditor');
    const queue = await read<{ items: Listed[] }>(asking, '/api/console/complaints?state=open&limit=100', ada.cookie);
    const ids = queue.items.map(({ id }) => id);
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id));
    expect(queue.items.every(({ state }) => state === 'open')).toBe(true);

    const path = `/api/console/members/${early.member.memberId}/complaints/${first.id}`;
    const one = await read<Complaint>(asking, path, ada.cookie);
    expect(sha256(one.evidence)).toBe(first.evidenceHash);
    const acts = await read<{ items: unknown[] }>(asking, '/api/me/acts', early.member.cookie);
    expect(acts.items).toMatchObject([
      { act: 'complaint-read', role: 'auditor' },
      { act: 'complaints-read', role: 'auditor' },
    ]);
    await asking.club.clock.set(start);
  });

  test.each(['support', 'finance', 'owner'] as const)('of role %s answer', async (role) => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    expect((await answer(asking, await signedInStaff(asking.club, role), member, id)).status).toBe(200);
  });

  test.each(['auditor', 'content'] as const)('of role %s do not', async (role) => {
    const { member, placed } = await better(asking);
    const { id } = await question(asking, member, placed.slip.id);
    expect(await codeOf(await answer(asking, await signedInStaff(asking.club, role), member, id))).toBe('forbidden');
    expect((await list(asking, member)).items).toMatchObject([{ state: 'open' }]);
  });
});

test('a question shows staff the bet as it is now, with the member’s name and language', async () => {
  const { member, placed } = await better(asking);
  const { id } = await question(asking, member, placed.slip.id);
  const path = `/api/console/members/${member.memberId}/complaints/${id}`;
  const open = await read<Record<string, unknown>>(asking, path, sara.cookie);
  const selections = [{ bet: 'big', stakeMinor: '100', won: null, payoutMinor: null }];
  expect(open).toMatchObject({
    ...{ userName: member.userName, locale: null },
    bet: { id: placed.slip.id, state: 'pending', dice: null, totalMinor: '100', selections },
  });
  const queue = await read<{ items: Listed[] }>(asking, '/api/console/complaints?state=open&limit=100', sara.cookie);
  expect(queue.items.find((one) => one.id === id)).toMatchObject({ userName: member.userName });
  const { locks, draws } = asking.table.schedule();
  for (const second of [locks, draws]) {
    await asking.club.at(second * 1_000);
    await advance(asking.club, asking.table);
  }
  const { bet } = await read<{ bet: { dice: number[]; payoutMinor: string } }>(asking, path, sara.cookie);
  const isBig = bet.dice.reduce((one, other) => one + other, 0) > 10;
  expect(BigInt(bet.payoutMinor) > 0n).toBe(isBig);
});

/** A digest of all rows about bets, results and amounts. */
async function whatIsOwed(): Promise<string> {
  const tables = await asking.club.owner.query(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('ledger', 'lottery', 'draw', 'book', 'payments') and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } =
      await asking.club.owner.query(`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from ${name} t`);
    parts.push(`${name}: ${rows[0].sum}`);
  }
  return parts.join('\n');
}

test('asking, adding and answering change no bet, no result and no money', async () => {
  const { member, placed } = await better(asking);
  await asking.club.at(asking.table.schedule().locks * 1_000);
  await advance(asking.club, asking.table);
  const before = await whatIsOwed();
  const { id } = await question(asking, member, placed.slip.id);
  await add(asking, member, id, 'Please give the money back.');
  await answer(asking, sara, member, id, 'You are right, it should have won.');
  expect(await whatIsOwed()).toBe(before);
});
