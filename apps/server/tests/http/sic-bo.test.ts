/** Complete draws of a table with the full Sic Bo layout, over HTTP. */
import {
  BETS,
  type Bet,
  entryHash,
  multipliersOfTable,
  type SlipProof,
  type Stake,
  SUM_BETS,
  verifySlip,
} from '@tercet/fair';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SlipAnswer, TableAnswer } from '../../src/http/shared/shapes.ts';
import { reconcileAll } from '../../src/reconciliation/full-pass.ts';
import { reconcileNew } from '../../src/reconciliation/new-transfers.ts';
import { slipFaults } from '../../src/reconciliation/slips.ts';
import { type KeysFolder, keysFolder, logKeyOf, signBook } from '../book/book-kit.ts';
import { advance, diceOf, expectBooksBalance, periodIn } from '../draw/drawing.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { call, openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from './server.ts';

const DRAWS = 6;

let club: Club;
let table: OpenTable;
let plain: OpenTable;
let server: TestServer;
let members: SignedIn[];
let keys: KeysFolder;
let logKey: string;
beforeAll(async () => {
  keys = keysFolder();
  club = await openClub();
  plain = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  table = await club.openTable({ key: 'sicbo-30', periodSeconds: 30, layout: 'sic-bo' });
  server = await openServer(club);
  members = await Promise.all((await club.members(8)).map((member) => signIn(club, member)));
  await signBook(club, keys);
  logKey = await logKeyOf(club);
});
afterAll(async () => {
  await server.stop();
  await club.close();
  keys.remove();
});

async function read<T>(path: string, cookie?: string): Promise<T> {
  const headers = { accept: 'application/json' };
  return (await (await call(server, path, cookie === undefined ? { headers } : { headers, cookie })).json()) as T;
}

async function bringTo(ms: number): Promise<void> {
  await club.at(ms);
  await advance(club, table);
  await signBook(club, keys);
}

/** The payout computed from the rules, independently of the club's code. */
function payoutByHand(selections: readonly Stake[], dice: readonly number[]): bigint {
  const offered = multipliersOfTable(table.table.entry);
  const sum = dice.reduce((a, b) => a + b, 0);
  const shown = (face: string) => dice.filter((die) => String(die) === face).length;
  return selections.reduce((total, { bet, stakeMinor }) => {
    const [first = '', second = ''] = [...bet.slice(1)];
    const three = bet === 't' ? new Set(dice).size === 1 : shown(first) === 3;
    const won: Partial<Record<string, boolean>> = {
      small: sum < 11,
      big: sum > 10,
      odd: sum % 2 === 1,
      even: sum % 2 === 0,
      [`s${sum}`]: true,
      ...(bet[0] === 'p' && { [bet]: shown(first) > 0 && shown(second) > 0 }),
      ...(bet[0] === 'd' && { [bet]: shown(first) > 1 }),
      ...(bet[0] === 't' && { [bet]: three }),
    };
    const multiplier = [offered[bet] ?? []].flat();
    const paid = /^n[1-6]$/.test(bet) ? multiplier[shown(first) - 1] : won[bet] ? multiplier[0] : undefined;
    return total + (paid === undefined ? 0n : (stakeMinor * BigInt(paid)) / 10_000n);
  }, 0n);
}

/** Slips that together bet on every code; the last one on all codes. */
function slipsOf(turn: number): Stake[][] {
  const some = members.slice(1).map((_, n) => BETS.filter((_, place) => place % 7 === n));
  return [...some, [...BETS]].map((bets) =>
    bets.map((bet, place) => ({ bet, stakeMinor: BigInt(100 + ((place * 13 + turn * 7) % 90)) })),
  );
}

describe('a table with the full layout', () => {
  test('lists the 54 codes with multipliers, exact chances and returns; another table keeps its 20', async () => {
    const { table: shown } = await read<{ table: z.infer<typeof TableAnswer> }>('/api/lotteries/sicbo-30');
    expect(shown.bets.map(({ bet }) => bet)).toEqual(BETS);
    expect(shown.bets.find(({ bet }) => bet === 'n4')).toEqual({
      bet: 'n4',
      multiplier: 20_000,
      multipliers: [20_000, 30_000, 120_000],
      ways: [75, 15, 1],
      chance: { ways: 91, of: 216 },
      rtp: { num: '23', den: '24' },
    });
    expect(shown.bets.find(({ bet }) => bet === 'p12')).toMatchObject({
      multipliers: [69_120],
      ways: [30],
      rtp: { num: '24', den: '25' },
    });
    const { table: other } = await read<{ table: z.infer<typeof TableAnswer> }>('/api/lotteries/dice-30');
    for (const { entry, hash } of [shown, other]) expect(entryHash(entry)).toBe(hash);
    expect(other.bets.map(({ bet }) => bet)).toEqual(SUM_BETS);
  });

  test.each(['n1', 'p12', 'd6', 't1', 't'] as const)(
    'its bet %s is refused elsewhere, and nothing is taken',
    async (bet) => {
      const [member] = members as [SignedIn];
      const before = await read<{ availableMinor: string }>('/api/me', member.cookie);
      const answer = await placeOver(
        server,
        member,
        slipBody(plain, [
          { bet: 'big', stakeMinor: 100n },
          { bet, stakeMinor: 100n },
        ]),
      );
      expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'bet-not-offered', params: { bet } }]);
      expect(await read('/api/me', member.cookie)).toMatchObject({ availableMinor: before.availableMinor });
    },
  );

  test('a code that there is not is refused as bad input', async () => {
    const [member] = members as [SignedIn];
    for (const bet of ['p21', 'p11', 'n7', 'd0', 'tt']) {
      const answer = await placeOver(server, member, slipBody(table, [{ bet: bet as Bet, stakeMinor: 100n }]));
      expect([bet, answer.status]).toEqual([bet, 400]);
    }
  });
});

test(`${DRAWS} draws are bet, sealed, drawn, settled, proven and reconciled`, async () => {
  for (let turn = 0; turn < DRAWS; turn++) {
    await bringTo(table.schedule().locks * 1_000);
    const period = periodIn(club, table);
    const slips = slipsOf(turn);
    const placed = await Promise.all(
      members.map(async (member, n) => {
        const answer = await placeOver(server, member, slipBody(table, slips[n] ?? []));
        expect(answer.status).toBe(201);
        return { member, stakes: slips[n] ?? [], ...((await answer.json()) as { slip: { id: string } }) };
      }),
    );
    await bringTo(period.locks * 1_000);
    await bringTo(period.draws * 1_000);
    const dice = diceOf(club, period);
    for (const { member, slip, stakes } of placed) {
      const settled = await read<z.infer<typeof SlipAnswer>>(`/api/slips/${slip.id}`, member.cookie);
      const paid = payoutByHand(stakes, dice);
      expect(settled).toMatchObject({ dice, payoutMinor: String(paid), state: paid > 0n ? 'won' : 'lost' });
      const each = settled.selections.map(({ payoutMinor }) => BigInt(payoutMinor ?? 0));
      expect(each.reduce((a, b) => a + b, 0n)).toBe(paid);
      const proof = await read<SlipProof>(`/api/slips/${slip.id}/proof`, member.cookie);
      const found = verifySlip(proof, { pinned: { logKey }, payoutMinor: String(paid) });
      expect(found.steps.filter(({ state }) => state !== 'ok').map(({ reason }) => reason)).toEqual(['no-witnesses']);
      expect(found.verdict).toBe('time-not-proven');
      expect(verifySlip(proof, { pinned: { logKey }, payoutMinor: String(paid + 1n) }).verdict).toBe('breach');
    }
    const day = new Date(period.locks * 1_000).toISOString().slice(0, 10);
    const what = { of: 'period' as const, period: { lotteryId: table.lotteryId, period: period.period, day } };
    expect(await slipFaults(club.jobs, { ...what, buckets: [0, 255] })).toEqual([]);
  }
  await expectBooksBalance(club);
  const deps = { db: club.jobs, payments: null, macs: null, catalogue: club.catalogue };
  expect(await reconcileNew(deps)).toEqual([]);
  expect(await reconcileAll(deps)).toEqual([]);
}, 120_000);
