import { type Bet, canonicalJson, entryHash, multiplierList, rtpOf, waysByMultiplier, waysOf } from '@tercet/fair';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '../shared/types.ts';
import { publishedTable } from './published-table.ts';

const MULTIPLIERS = { big: '19600', s3: '1800000', n1: ['19200', '28800', '38400'] } as const;
const ENTRY = canonicalJson({
  type: 'table',
  ...{
    key: 'dice-30',
    period_seconds: '30',
    first_period: '17',
    chain_hash: 'c0'.repeat(32),
    public_key: 'a1'.repeat(96),
  },
  ...{ scheme: 'bls-unchained-g1-rfc9380', genesis: '1700000000', beacon_period: '3', beacon_kind: 'local' },
  multipliers: MULTIPLIERS,
  ...{
    stake_min: '100',
    stake_max: '1000',
    slip_max: '2000',
    member_cap: '5000',
    period_cap: '9000',
    min_balance: '0',
  },
  ...{ receipt_key: 'd2'.repeat(32), witnesses: [], quorum: '0', build: 'test', origin: 'club.example' },
});

function lottery(change: (table: Table) => Partial<Table> = () => ({})) {
  const bets = Object.entries(MULTIPLIERS).map(([bet, published]) => {
    const multipliers = multiplierList(bet as Bet, published as never).map(Number);
    const rtp = rtpOf(bet as Bet, multipliers.length === 1 ? (multipliers[0] ?? 0) : multipliers);
    return {
      ...{ bet, multiplier: multipliers[0] ?? 0, multipliers, ways: [...waysByMultiplier(bet as Bet)] },
      chance: { ways: waysOf(bet as Bet), of: 216 as const },
      rtp: { num: String(rtp.num), den: String(rtp.den) },
    };
  });
  const table = {
    ...{ hash: entryHash(ENTRY), firstPeriod: 17, bets, entry: ENTRY },
    ...{ stakeMinMinor: '100', stakeMaxMinor: '1000', slipMaxMinor: '2000', memberCapMinor: '5000' },
    ...{ periodCapMinor: '9000', minBalanceMinor: '0', chainHash: 'c0'.repeat(32), receiptKey: 'd2'.repeat(32) },
  } as Table;
  return { key: 'dice-30', periodSeconds: 30, table: { ...table, ...change(table) } };
}

const first = (table: Table, more: object) => ({
  bets: table.bets.map((bet, k) => (k === 0 ? { ...bet, ...more } : bet)),
});

afterEach(() => vi.unstubAllGlobals());

describe('house rule 7: a table is shown only with the odds that its hash names', () => {
  it('as it is in the book', async () => {
    const honest = lottery();
    expect(await publishedTable(honest)).toBe(honest);
  });

  it('also in a browser without Web Crypto', async () => {
    vi.stubGlobal('crypto', {});
    const honest = lottery();
    expect(await publishedTable(honest)).toBe(honest);
    await expect(publishedTable(lottery(() => ({ hash: 'ee'.repeat(32) })))).rejects.toMatchObject(DIFFERS);
  });

  const DIFFERS = { code: 'table-differs' };
  it.each<[string, (table: Table) => Partial<Table>]>([
    ['a better multiplier', (table) => first(table, { multiplier: 30_000, multipliers: [30_000] })],
    ['another first multiplier', (table) => first(table, { multiplier: 30_000 })],
    ['a bet that is not offered', (table) => first(table, { bet: 'small' })],
    ['a bet that nobody knows', (table) => first(table, { bet: '__proto__' })],
    ['a bet fewer', ({ bets }) => ({ bets: bets.slice(1) })],
    ['a bet twice', ({ bets }) => ({ bets: [...bets.slice(1), ...bets.slice(1, 2)] })],
    ['no bets', () => ({ bets: [] })],
    ['another hash', () => ({ hash: 'ee'.repeat(32) })],
    ['no entry', () => ({ entry: undefined as never })],
    ['an empty entry', () => ({ entry: '', hash: entryHash('') })],
    ['an entry of another type', () => ({ entry: '{"type":"seal"}', hash: entryHash('{"type":"seal"}') })],
    ['a changed entry', ({ entry }) => ({ entry: entry.replace('19600', '30000') })],
    ...(['stakeMin', 'stakeMax', 'slipMax', 'memberCap', 'periodCap', 'minBalance'] as const).map(
      (limit): [string, () => Partial<Table>] => [`another ${limit}`, () => ({ [`${limit}Minor`]: '7' })],
    ),
    ['another beacon', () => ({ chainHash: '00'.repeat(32) })],
    ['another receipt key', () => ({ receiptKey: '00'.repeat(32) })],
    ['another first period', () => ({ firstPeriod: 18 })],
  ])('not with %s', async (_name, change) => {
    await expect(publishedTable(lottery(change))).rejects.toMatchObject(DIFFERS);
  });

  it('not under another name or length', async () => {
    await expect(publishedTable({ ...lottery(), key: 'dice-60' })).rejects.toMatchObject(DIFFERS);
    await expect(publishedTable({ ...lottery(), periodSeconds: 60 })).rejects.toMatchObject(DIFFERS);
  });
});
