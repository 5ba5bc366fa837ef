import { verifyBeaconRound } from '@tercet/fair';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signRound } from '../../../../dev/beacon/key.ts';
import { noteTreeHead } from '../../src/book/book.ts';
import type { Period } from '../../src/draw/periods.ts';
import { drawPeriod } from '../../src/draw/worker/draw.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { advance, diceOf, outcomeOf, periodIn } from './drawing.ts';

/** The prime of BLS12-381's base field. */
const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

let club: Club;
let table: OpenTable;
beforeAll(async () => {
  club = await openClub();
  table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
});
beforeEach(() => advance(club, table));
afterAll(() => club.close());

async function sealed(): Promise<Period> {
  const period = periodIn(club, table);
  await club.at(period.locks * 1_000);
  await advance(club, table);
  await club.clock.set(period.draws * 1_000);
  return period;
}

/** Another encoding of the same point: x + p instead of x. Null if it does not fit. */
function withLargerX(signature: string): string | null {
  const flags = Number.parseInt(signature.slice(0, 2), 16) & 0b1110_0000;
  const x = BigInt(`0x${signature}`) & ((1n << 381n) - 1n);
  if (x + P >= 1n << 381n) return null;
  return ((BigInt(flags) << 376n) | (x + P)).toString(16).padStart(96, '0');
}

/** Invalid signatures that a relay, a key holder or a member might submit. */
function forgeries(period: Period): [string, string][] {
  const own = club.beacon.sign(period.round);
  const first = Number.parseInt(own.slice(0, 2), 16);
  return [
    ['of the round before', club.beacon.sign(period.round - 1)],
    ['of the round after', club.beacon.sign(period.round + 1)],
    ['of another chain, for the same round', signRound(new Uint8Array(32).fill(8), period.round)],
    ['the negative point', (first ^ 0b0010_0000).toString(16) + own.slice(2)],
    ['in capitals', own.toUpperCase()],
    ['too short', own.slice(2)],
    ['with a byte more', `${own}00`],
    ['with a prefix', `0x${own}`],
    ['twice', own + own],
    ['infinity', `c0${'00'.repeat(47)}`],
    ['nothing', ''],
    ['zeros', '00'.repeat(48)],
  ];
}

describe('a draw takes the signature of its own round and nothing else', () => {
  test('not one of anything that resembles it', async () => {
    const period = await sealed();
    for (const [name, signature] of forgeries(period)) {
      expect([name, await drawPeriod(club.draw, period, signature)]).toEqual([name, 'invalid']);
    }
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [], entries: ['seal'] });
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('drawn');
    expect((await outcomeOf(club, period)).dice).toEqual([diceOf(club, period)]);
  });

  test('not a second encoding of the same point, which would be a second result', async () => {
    const { chain, sign } = club.beacon;
    let period = periodIn(club, table);
    while (withLargerX(sign(period.round)) === null) period = periodIn(club, table, period.period + 1);
    const twice = withLargerX(sign(period.round)) ?? '';
    expect(twice).not.toBe(sign(period.round));
    expect(verifyBeaconRound(chain, period.round, sign(period.round))).toBe(true);
    expect(await drawPeriod(club.draw, period, twice)).toBe('invalid');
  });

  test('not from a beacon that lies; it waits for one that does not', async () => {
    const period = await sealed();
    const faults: string[] = [];
    for (const [, signature] of forgeries(period)) {
      const lying = { ...club.beacon, roundSignature: async () => ({ signature }) };
      await advance(club, table, { beaconOf: () => lying, onFault: (what) => faults.push(what) });
    }
    expect(await outcomeOf(club, period)).toMatchObject({ dice: [], entries: ['seal'], tasks: 1 });
    expect(faults.filter((what) => what === period.drawId).length).toBe(forgeries(period).length);
    await advance(club, table);
    expect((await outcomeOf(club, period)).dice).toEqual([diceOf(club, period)]);
  });
});

describe('a valid signature', () => {
  test('draws nothing that is not sealed, whoever brings it', async () => {
    const period = periodIn(club, table);
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('not-sealed');
    expect(await outcomeOf(club, period)).toEqual({ dice: [], entries: [], steps: [], tasks: 0 });
  });

  test('draws nothing that is void', async () => {
    const period = periodIn(club, table);
    await club.at(period.draws * 1_000);
    await advance(club, table);
    await noteTreeHead(club.draw);
    expect(await drawPeriod(club.draw, period, club.beacon.sign(period.round))).toBe('void');
    expect((await outcomeOf(club, period)).dice).toEqual([]);
  });

  test('brought by many at once draws once', async () => {
    const period = await sealed();
    const signature = club.beacon.sign(period.round);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => drawPeriod(club.draw, period, signature)));
    expect(outcomes.sort()).toEqual([...Array.from({ length: 5 }, () => 'already-drawn'), 'drawn']);
    const { dice, entries } = await outcomeOf(club, period);
    expect([dice, entries]).toEqual([[diceOf(club, period)], ['seal', 'draw']]);
  });
});
