import { Problem } from '../shared/problem.ts';
import type { Table } from '../shared/types.ts';

interface WithTable {
  key: string;
  periodSeconds: number;
  table: Table;
}

type Fields = Record<string, unknown>;

/**
 * Returns the lottery if its odds and limits are those of the book entry with `table.hash`. A slip names that hash, so
 * other odds would not be paid. Throws `table-differs`.
 */
export async function publishedTable<T extends WithTable>(lottery: T): Promise<T> {
  if (!(await isPublished(lottery).catch(() => false))) throw new Problem('table-differs', 422);
  return lottery;
}

async function isPublished({ key, periodSeconds, table }: WithTable): Promise<boolean> {
  if ((await hashOf(table.entry)) !== table.hash) return false;
  const entry = JSON.parse(table.entry) as Fields;
  const shown: Fields = {
    ...{ type: 'table', key, period_seconds: String(periodSeconds), first_period: String(table.firstPeriod) },
    ...{ stake_min: table.stakeMinMinor, stake_max: table.stakeMaxMinor, slip_max: table.slipMaxMinor },
    ...{ member_cap: table.memberCapMinor, period_cap: table.periodCapMinor, min_balance: table.minBalanceMinor },
    ...{ chain_hash: table.chainHash, receipt_key: table.receiptKey },
  };
  if (Object.entries(shown).some(([name, value]) => entry[name] !== value)) return false;
  const offered = new Map(Object.entries(entry.multipliers as Fields));
  const names = new Set(table.bets.map(({ bet }) => bet));
  return names.size === offered.size && table.bets.every((bet) => isOffered(bet, offered.get(bet.bet)));
}

/** Chance and return are not compared: the code that computes them weighs 11 kB on every first screen. */
function isOffered({ multiplier, multipliers }: Table['bets'][number], published: unknown): boolean {
  return published !== undefined && String(multipliers) === String(published) && multiplier === multipliers[0];
}

/** Leaf hash of an entry, in hex. Browsers without Web Crypto, which pages without TLS lack, load code of our own. */
async function hashOf(entry: string): Promise<string> {
  if (crypto.subtle === undefined) return (await import('./entry-hash.ts')).entryHash(entry);
  const leaf = new TextEncoder().encode(`\0${entry}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', leaf));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
