import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../src/db/transaction.ts';
import { forgetSums } from '../../src/lottery/play-session.ts';
import { SLIPS_WAITING_OF_ONE_MAX } from '../../src/lottery/slip-queue.ts';
import { setLimit } from '../../src/members/limits/limits.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';

// Concurrent bets of one member wait for each other; none is refused as "busy".

const AT_ONCE = SLIPS_WAITING_OF_ONE_MAX + 1;

let club: Club;
let table: OpenTable;
let server: TestServer;
beforeAll(async () => {
  club = await openClub();
  // A budget that makes buckets borrow repeatedly.
  table = await club.openTable({ key: 'dice-3600', periodSeconds: 3_600, memberCap: 10n ** 12n, periodCap: 10n ** 9n });
  server = await openServer(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
});

async function newMember(): Promise<SignedIn> {
  return signIn(club, await club.member({ credits: 10_000_000n }));
}

interface Placed {
  code?: string;
  slip?: { id: string; placedAtMs: number };
}

async function bet(member: SignedIn, stakeMinor = 1_000n): Promise<Placed> {
  const answer = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor }]));
  return (await answer.json()) as Placed;
}

/** Places slips concurrently. Returns the counts by code. */
async function betAtOnce(count: number, member: SignedIn, stakeMinor?: bigint): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: count }, () => bet(member, stakeMinor)));
  const counts: Record<string, number> = {};
  for (const { code = 'accepted' } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

describe('several bets of one member at once', () => {
  test('are all taken', async () => {
    expect(await betAtOnce(AT_ONCE, await newMember())).toEqual({ accepted: AT_ONCE });
  });

  test('are all taken where each has to be looked at again: own limits, and a budget that is borrowed', async () => {
    const mira = await newMember();
    await transaction(club.db, async (tx) => {
      await setLimit(tx, mira, 'loss-day', 5_000_000n);
      await forgetSums(tx, mira);
    });
    expect(await betAtOnce(AT_ONCE, mira, 100_000n)).toEqual({ accepted: AT_ONCE });
  });

  test('beyond the bound are told what to wait for, and nothing of them is done', async () => {
    const mira = await newMember();
    const counts = await betAtOnce(60, mira);
    expect(Object.keys(counts).sort()).toEqual(['accepted', 'bets-waiting']);
    expect(counts.accepted).toBeGreaterThanOrEqual(AT_ONCE);
    const { rows } = await club.owner.query(
      `select available::text, (select count(*)::integer from lottery.slip s where s.member_id = b.member_id) as slips
       from ledger.balance b where member_id = $1`,
      [mira.memberId],
    );
    expect(rows).toEqual([{ available: String(10_000_000 - (counts.accepted ?? 0) * 1_000), slips: counts.accepted }]);
    expect((await bet(mira)).code).toBe(undefined);
  });

  test('are one bet under one key: every repetition has the answer of the first', async () => {
    const mira = await newMember();
    const [key, body] = [randomUUID(), slipBody(table, [{ bet: 'big', stakeMinor: 1_000n }])];
    const answers = await Promise.all(Array.from({ length: 20 }, () => placeOver(server, mira, body, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const placed = (await Promise.all(answers.map((answer) => answer.json()))) as Placed[];
    expect(new Set(placed.map(({ slip }) => slip?.id)).size).toBe(1);
  });

  test('that wait do not keep the answer to an accepted one', async () => {
    const mira = await newMember();
    const [key, body] = [randomUUID(), slipBody(table, [{ bet: 'big', stakeMinor: 1_000n }])];
    const first = (await (await placeOver(server, mira, body, key)).json()) as Placed;
    const held = await openTransaction(club.owner);
    await held.client.query('select from ledger.balance where member_id = $1 for update', [mira.memberId]);
    const others = Array.from({ length: 60 }, () => bet(mira));
    // The first refusal shows that the line is full.
    await Promise.any(others.map(async (one) => expect((await one).code).toBe('bets-waiting')));
    const again = await placeOver(server, mira, body, key);
    expect(again.status).toBe(201);
    expect(((await again.json()) as Placed).slip?.id).toBe(first.slip?.id);
    await held.commit();
    await Promise.all(others);
  });

  test('keep nobody else waiting', async () => {
    const [mira, anton] = [await newMember(), await newMember()];
    const flood = betAtOnce(200, mira);
    const others = await betAtOnce(AT_ONCE, anton);
    expect(others).toEqual({ accepted: AT_ONCE });
    await flood;
  });

  test('are found by their key as soon as they are decided: the answer waits for one that is being judged', async () => {
    const mira = await newMember();
    const key = randomUUID();
    const held = await openTransaction(club.owner);
    await held.client.query('select from ledger.balance where member_id = $1 for update', [mira.memberId]);
    const placed = placeOver(server, mira, slipBody(table, [{ bet: 'big', stakeMinor: 1_000n }]), key);
    await untilWaiting(club.owner, held.pid);
    const found = call(server, `/api/receipts/${key}`, { cookie: mira.cookie });
    // Answered before the slip is decided, it would be 404.
    await Promise.race([found, call(server, '/api/me', { cookie: mira.cookie })]);
    await held.commit();
    expect((await placed).status).toBe(201);
    expect((await found).status).toBe(200);
  });
});
