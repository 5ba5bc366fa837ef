import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findReceipt } from '../../src/draw/slips/receipts.ts';
import { listSlips } from '../../src/draw/slips/slip-list.ts';
import { findSlip } from '../../src/draw/slips/slip-records.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Identity } from '../../src/identity.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { openTransaction } from '../kit/locks.ts';

let club: Club;
let table: OpenTable;
let member: Identity;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  member = await club.member();
});
afterAll(() => club.close());

async function placeAt(ms: number): Promise<string> {
  await club.at(ms);
  const { prepared, verdict } = await club.place(member, table, [{ bet: 'big', stakeMinor: 100n }]);
  expect(verdict.code).toBe('accepted');
  return prepared.slipId;
}

test('a slip and its receipt are found by its id, also where the clock that made the id was wrong', async () => {
  // Ids contain the time of this machine, not of the database.
  const nowMs = Math.max(table.schedule().opens * 1_000, Date.now());
  const ids = [await placeAt(nowMs + 1_000), await placeAt(nowMs + DAY_MS / 2)];
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs + 45 * DAY_MS);
  ids.push(await placeAt(nowMs + DAY_MS / 2 + 60_000));
  clock.mockRestore();
  for (const id of ids) {
    expect((await findSlip(club.db, club.catalogue(), member, id))?.id).toBe(id);
    expect((await findReceipt(club.db, club.catalogue(), member, { slipId: id }))?.slipId).toBe(id);
  }
  const page = await listSlips(club.db, club.catalogue(), member, { limit: 2 });
  expect(page.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 2));
  expect(page.total).toBe(ids.length);
});

test('an id of nobody, of another member, or of no time at all finds nothing', async () => {
  const id = await placeAt(club.clock.nowMs() + 60_000);
  const other = await club.member();
  for (const [who, what] of [
    [other, id],
    [member, 'ffffffff-ffff-7fff-8fff-ffffffffffff'],
    [member, '00000000-0000-0000-0000-000000000000'],
  ] as const) {
    expect(await findSlip(club.db, club.catalogue(), who, what)).toBeNull();
    expect(await findReceipt(club.db, club.catalogue(), who, { slipId: what })).toBeNull();
  }
});

test('an id that is nobody’s opens no day of the house, and one with a wrong time no day but its own', async () => {
  const nowMs = club.clock.nowMs();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(nowMs + 300 * DAY_MS);
  const id = await placeAt(nowMs + 60_000);
  clock.mockRestore();
  const { rows: own } = await club.owner.query('select day::text from lottery.slip where id = $1', [id]);
  const partsOf = async (table: string, but: string) => {
    const { rows } = await club.owner.query(
      `select distinct '${table}_' || to_char(day, 'YYYYMMDD') as part from ${table} where day <> $1`,
      [but],
    );
    return rows as { part: string }[];
  };
  // Reading a receipt does not open the ledger, so it locks no ledger partition.
  const others = [...(await partsOf('lottery.slip', own[0].day)), ...(await partsOf('ledger.transfer', '2000-01-01'))];
  const held = await openTransaction(club.owner);
  try {
    for (const { part } of others) await held.client.query(`lock table ${part} in access exclusive mode`);
    const later = (nowMs + 200 * DAY_MS).toString(16).padStart(12, '0');
    const nobodys = `${later.slice(0, 8)}-${later.slice(8)}-7000-8000-000000000000`;
    for (const none of [nobodys, 'ffffffff-ffff-7fff-8fff-ffffffffffff']) {
      expect(await unlessItWaits(findSlip(club.db, club.catalogue(), member, none))).toBeNull();
      expect(await unlessItWaits(findReceipt(club.db, club.catalogue(), member, { slipId: none }))).toBeNull();
    }
    const found = await unlessItWaits(findReceipt(club.db, club.catalogue(), member, { slipId: id }));
    expect(found).toMatchObject({ slipId: id });
  } finally {
    await held.rollback();
  }
});

function unlessItWaits<T>(answer: Promise<T>): Promise<T | 'waits'> {
  return Promise.race([answer, setTimeout(5_000, 'waits' as const)]);
}

test('the total of a filter counts what passes it alone, and that of no filter all', async () => {
  const all = await listSlips(club.db, club.catalogue(), member, { limit: 1 });
  const pending = await listSlips(club.db, club.catalogue(), member, { limit: 1, state: 'pending' });
  const won = await listSlips(club.db, club.catalogue(), member, { limit: 1, state: 'won' });
  expect([all.total, pending.total, won.total]).toEqual([5, 5, 0]);
});

test('a span of days lists what was accepted in it, with both ends, and counts that alone', async () => {
  const { items: all } = await listSlips(club.db, club.catalogue(), member, { limit: 10 });
  const days = [...new Set(all.map(({ placedAtMs }) => dayOf(placedAtMs)))].toSorted();
  expect(days.length).toBeGreaterThan(1);
  for (const from of [undefined, ...days]) {
    for (const to of [undefined, ...days]) {
      const found = await listSlips(club.db, club.catalogue(), member, { limit: 10, from, to });
      const wanted = all.filter(({ placedAtMs }) => {
        const day = dayOf(placedAtMs);
        return (from === undefined || day >= from) && (to === undefined || day <= to);
      });
      expect(found.items.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      expect(found.total).toBe(wanted.length);
    }
  }
});

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
