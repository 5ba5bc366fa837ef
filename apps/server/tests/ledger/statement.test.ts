import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import type { StatementLine } from '../../src/ledger/statement-lines.ts';
import { type Club, openClub } from '../kit/club.ts';
import { hold, releaseHold } from '../kit/holds.ts';
import { DAY, postAll, transferOf } from '../kit/money.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());

/** All lines, page by page. */
async function readAll(member: Account, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await readStatement(club.db, member, { limit, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    lines.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

const nameOf = (line: StatementLine) => `${line.ref} ${line.kind}`;

describe('pages of a statement', () => {
  // The clock stands still, so all lines have the same time; stake and refund even have the same `ref`.
  test.each([1, 2, 3, 7, 100])('of %i lines miss none and show none twice where times are equal', async (limit) => {
    const member = await club.member({ credits: 1_000n });
    const refs = Array.from({ length: 5 }, () => newId());
    await postAll(
      club.db,
      refs.flatMap((ref) => [transferOf(member, 'stake', 10n, ref), transferOf(member, 'refund', 10n, ref)]),
    );
    const lines = await readAll(member, limit);
    expect(lines).toHaveLength(11);
    expect(new Set(lines.map(nameOf)).size).toBe(11);
    expect(new Set(lines.map((line) => line.atMs)).size).toBe(1);
    expect((await readAll(member, 100)).map(nameOf)).toEqual(lines.map(nameOf));
  });

  test('keep microseconds apart that a millisecond would merge', async () => {
    const member = await club.member({ credits: 0n });
    const start = club.clock.nowMs();
    for (let micros = 0; micros < 6; micros++) {
      await club.owner.query("update clock.test_time set at = at + interval '1 microsecond'");
      await postAll(club.db, [transferOf(member, 'grant', BigInt(micros + 1))]);
    }
    await club.clock.set(start);
    const lines = await readAll(member, 1);
    expect(lines.map((line) => line.availableDelta)).toEqual([6n, 5n, 4n, 3n, 2n, 1n]);
  });

  test('are newest first, and what comes in between moves nothing', async () => {
    const member = await club.member({ credits: 0n });
    for (const amount of [1n, 2n, 3n, 4n]) {
      await club.clock.forward(1_000);
      await postAll(club.db, [transferOf(member, 'grant', amount)]);
    }
    const first = await readStatement(club.db, member, { limit: 2 });
    expect(first.total).toBe(4);
    await club.clock.forward(1_000);
    await postAll(club.db, [transferOf(member, 'grant', 5n)]);
    const second = await readStatement(club.db, member, { limit: 2, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map((line) => line.availableDelta)).toEqual([4n, 3n, 2n, 1n]);
    expect(second).toMatchObject({ nextCursor: null, total: 5 });
  });

  test('end with the last line, also where the page is just full', async () => {
    const member = await club.member({ credits: 100n });
    expect(await readStatement(club.db, member, { limit: 1 })).toMatchObject({ nextCursor: null, total: 1 });
    const newcomer = await club.member({ credits: 0n });
    expect(await readStatement(club.db, newcomer, { limit: 1 })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
      sums: null,
    });
  });

  test.each(['', 'x', '1~2~3', `1~${'-'.repeat(36)}~stake`, `1~${newId()}~gift`, `1e3~${newId()}~stake`])(
    'begin at the newest for the cursor %j, which is none',
    async (cursor) => {
      const member = await club.member({ credits: 100n });
      expect((await readStatement(club.db, member, { limit: 5, cursor })).items).toHaveLength(1);
    },
  );
});

test('lines show what each transfer did to the available and the held balance', async () => {
  const member = await club.member({ credits: 1_000n });
  const id = newId();
  const { bucket, memberId } = member;
  await transaction(club.db, (tx) => hold(tx, { bucket, memberId, id, day: DAY, amount: 300n, purpose: 'test' }));
  await transaction(club.db, (tx) => releaseHold(tx, member, id));
  await postAll(club.db, [transferOf(member, 'stake', 50n)]);
  const lines = await readAll(member, 10);
  const seen = new Map(lines.map((line) => [line.kind, [line.availableDelta, line.heldDelta]]));
  expect(Object.fromEntries(seen)).toEqual({
    grant: [1_000n, 0n],
    hold: [-300n, 300n],
    release: [300n, -300n],
    stake: [-50n, 0n],
  });
});

test('a statement shows no transfer of another member', async () => {
  const [one, two] = await club.members(2, { credits: 1_000n, bucket: 9 });
  await postAll(club.db, [transferOf(one!, 'stake', 10n)]);
  expect(await readAll(two!, 10)).toHaveLength(1);
});
