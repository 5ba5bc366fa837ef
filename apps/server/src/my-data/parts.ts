import { type RawBuilder, sql } from 'kysely';
import { isProposal, listActs } from '../audit/acts.ts';
import type { Tx } from '../db/transaction.ts';
import { walkSlips } from '../draw/slips/slip-walk.ts';
import type { Account } from '../ledger/lock.ts';
import { walkStatement } from '../ledger/statement-walk.ts';
import type { Catalogue } from '../lottery/catalogue.ts';
import { nameOf } from './names.ts';
import type { TablePart } from './plan.ts';
import { TABLE_PARTS } from './tables.ts';

/** Value of a field. Amounts are decimal text in minor units; times are ISO 8601 in UTC. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Row = Readonly<Record<string, Value>>;

/** One kind of data, in batches of any number. All rows of a part have the same fields. */
export interface Part {
  name: string;
  batches: AsyncIterable<Row[]>;
}

export interface Source {
  /** A repeatable-read transaction, so that all data is of one moment. */
  q: Tx['q'];
  account: Account;
  catalogue: Catalogue;
}

const BATCH = 500;

/** All data held about a member, part by part. Read the parts one after the other. */
export function* partsOf(source: Source): Generator<Part> {
  for (const part of TABLE_PARTS) yield { name: part.name, batches: rowsOf(source, part) };
  yield { name: 'statement', batches: statementOf(source) };
  yield { name: 'slips', batches: slipsOf(source) };
  yield { name: 'acts', batches: actsOf(source) };
}

async function* rowsOf({ q, account }: Source, part: TablePart): AsyncGenerator<Row[]> {
  const [bucket, memberId] = part.owner;
  const columns = part.columns.map((column) => sql.ref(column));
  const named = Object.entries(part.named ?? {}).map(
    ([field, reported]) => sql`${sql.raw(reported)} as ${sql.ref(field)}`,
  );
  const own = sql`${sql.table(part.table)}
    where ${sql.ref(bucket)} = ${account.bucket}::smallint and ${sql.ref(memberId)} = ${account.memberId}::uuid
      ${part.only === undefined ? sql`` : sql`and ${sql.raw(part.only)}`}`;
  // Names of hosts and titles may be on another machine. Read the member's few rows first, then look the names up.
  await sql`
    declare my_data no scroll cursor for
    ${named.length > 0 ? sql`with own as materialized (select * from ${own})` : sql``}
    select ${sql.join([...named, ...columns])} from ${named.length > 0 ? sql`own` : own}
    order by ${sql.join(part.by.map((column) => sql.ref(column)))}`.execute(q);
  for await (const rows of fetched(q, 'my_data')) yield rows.map(plain);
}

/** Yields a cursor's rows in batches and closes it at the end. */
async function* fetched(q: Tx['q'], cursor: string): AsyncGenerator<Record<string, unknown>[]> {
  const from: RawBuilder<unknown> = sql.raw(`${BATCH} from ${cursor}`);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch forward ${from}`.execute(q);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await sql`close ${sql.raw(cursor)}`.execute(q);
}

function plain(row: Record<string, unknown>): Row {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [nameOf(column), plainValue(value)]));
}

function plainValue(value: unknown): Value {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  return value as Value;
}

async function* statementOf({ q, account }: Source): AsyncGenerator<Row[]> {
  for await (const lines of walkStatement(q, account, {})) {
    yield lines.map((line) => ({
      at: new Date(line.atMs).toISOString(),
      kind: line.kind,
      day: line.day,
      availableDeltaMinor: String(line.availableDelta),
      heldDeltaMinor: String(line.heldDelta),
      availableAfterMinor: String(line.availableAfter),
      heldAfterMinor: String(line.heldAfter),
      heldFor: line.heldFor,
      ref: line.ref,
    }));
  }
}

async function* slipsOf({ q, account, catalogue }: Source): AsyncGenerator<Row[]> {
  for await (const slips of walkSlips(q, catalogue, account)) {
    yield slips.map((slip) => ({
      id: slip.id,
      key: slip.key,
      placedAt: new Date(slip.placedAtMs).toISOString(),
      lottery: slip.lottery.name,
      lotteryKey: slip.lottery.key,
      period: slip.period,
      drawId: slip.drawId,
      selections: slip.selections.map(({ bet, stakeMinor, multiplier, won, payoutMinor }) => ({
        bet,
        stakeMinor: String(stakeMinor),
        multiplier,
        won,
        payoutMinor: payoutMinor === null ? null : String(payoutMinor),
      })),
      totalMinor: String(slip.totalMinor),
      dice: slip.dice,
      state: slip.state,
      payoutMinor: slip.payoutMinor === null ? null : String(slip.payoutMinor),
      settledAt: slip.settledAtMs === null ? null : new Date(slip.settledAtMs).toISOString(),
    }));
  }
}

/**
 * Staff acts as the member sees them in the app: with the role instead of the person. Reasons of mere proposals are
 * left out.
 */
async function* actsOf({ q, account }: Source): AsyncGenerator<Row[]> {
  let before: { before?: bigint } = {};
  for (;;) {
    const { items, nextCursor } = await listActs(q, { member: account, limit: BATCH, ...before });
    if (items.length > 0) {
      yield items.map(({ seq, atMs, act, staff, why, subject }) => ({
        seq: String(seq),
        at: new Date(atMs).toISOString(),
        act,
        role: staff?.role ?? null,
        why: isProposal(act) ? null : why,
        subject,
      }));
    }
    if (nextCursor === null) return;
    before = { before: BigInt(nextCursor) };
  }
}
