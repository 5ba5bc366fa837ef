import { cosignaturesOf, parseNote, toHex } from '@tercet/fair';
import { sql } from 'kysely';
import { record } from '../audit/audit.ts';
import { append, entriesFrom, lockHead, noteTreeHead } from '../book/book.ts';
import { BookFault } from '../book/book-fault.ts';
import { askExternalSources, type Claim, type ExternalSources } from '../book/external-claims.ts';
import { knownKeys, refuseClaim } from '../book/guard.ts';
import { findLogKeys, type LogKey, readLogKeys } from '../book/log-key.ts';
import { insertCosignatures } from '../book/policy.ts';
import { restoreEntries } from '../book/restore-entries.ts';
import { RESTORED, restoredValues } from '../book/restore-rule.ts';
import { readSigned, writeSigned } from '../book/signed-file.ts';
import { treeAt } from '../book/tree.ts';
import { checkpointOf, noteOf } from '../book/tree-head-note.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { readSnapshot, takeSnapshot } from '../ledger/liabilities/snapshot.ts';
import { type Protected, protectMembers } from './protect.ts';
import { type LostEntry, type Published, readPublished, withRoots } from './read-published.ts';
import { putBackRows } from './rows.ts';
import type { SealedPeriod } from './seal-rows.ts';
import { lostTreeHeads } from './tree-heads.ts';

export interface RecoverDeps {
  /** Database with the owner's rights. The server's own roles may not write any of this. */
  db: Db;
  /** Folder with the book's keys and the record of their last signature. */
  keysDir: string;
  origin: string;
  /** Places where the book is published. */
  outside: ExternalSources;
  /** Entries read so far, of those that are missing. */
  onRead?: (entries: number, total: number) => void;
}

export interface Recovered {
  /** Place of the first restored entry, and of the one after the last. Equal if nothing was missing. */
  from: number;
  to: number;
  /** Source store. Null if nothing was missing. */
  source: string | null;
  periods: SealedPeriod[];
  /** Ended sessions and postponed changes. */
  guarded: Protected;
  /** Parties that could not be asked. */
  silent: string[];
}

/**
 * Restores published entries that the database lacks, byte for byte, with their rows. Records the restore in the book
 * and the audit log, and ends all sessions. All of it is one transaction. Throws a `BookFault` if the published book
 * is unavailable or differs from what was signed.
 */
export async function recover(deps: RecoverDeps): Promise<Recovered> {
  const { db } = deps;
  const keys = await findLogKeys(deps.keysDir, deps.origin);
  if (keys.length === 0) throw new BookFault(`the book's key is not in ${deps.keysDir}: put the keys back first`);
  const { claims, silent, since } = await claimsOf(deps, keys);
  const from = Number((await db.selectFrom('book.head').select('size').executeTakeFirstOrThrow()).size);
  const shown = Math.max(0, ...claims.map(({ size }) => size));
  // The database must be a prefix of what was signed, whatever else is to be done.
  for (const claim of claims) if (claim.size <= from) await refuseClaim(db, claim);
  const unmarked = await unmarkedEntries(db, Math.min(shown, from));
  const published =
    shown > from
      ? await readPublished(db, deps.outside.stores, { from, to: shown, claims, onRead: deps.onRead })
      : NOTHING_MISSING;
  for (const { entry } of published.entries) if (entry.type === 'liabilities') await snapshotFor(db, entry.date);
  const plan: Plan = { keys, claims, from, unmarked, since };
  const done = await transaction(db, (tx) => putBack(tx, deps, plan, published));
  await noteTreeHead(db);
  return { from, to: Math.max(from, shown), source: published.from, ...done, silent };
}

const NOTHING_MISSING: Published = { entries: [], leaves: new Map(), from: null };

/**
 * Published entries of the database whose tree head was lost, because it is written after their commit. A new tree
 * head with the current time would date them hours too late.
 */
async function unmarkedEntries(db: Db, to: number): Promise<LostEntry[]> {
  const last = await db
    .selectFrom('book.tree_head')
    .select((eb) => eb.fn.max('size').as('size'))
    .executeTakeFirst();
  const from = Number(last?.size ?? 0);
  if (from >= to) return [];
  const found = await entriesFrom(db, BigInt(from), to - from);
  return withRoots(
    await treeAt(db, from),
    BigInt(from),
    found.map(({ body }) => body),
  );
}

interface Known {
  claims: Claim[];
  silent: string[];
  /** Time of the newest tree head in the database. The backup goes back to this moment or slightly later. */
  since: Date;
}

/** All known signed trees. Throws a `BookFault` if too few parties answered and there is no local record. */
async function claimsOf(deps: RecoverDeps, keys: readonly LogKey[]): Promise<Known> {
  const signed = await readSigned(deps.keysDir);
  if (signed && signed.origin !== deps.origin) throw new BookFault(`the keys signed another book, ${signed.origin}`);
  const { rows } = await sql<{ since: string; now: string }>`
    select floor(extract(epoch from clock.now()))::text as now,
      floor(extract(epoch from coalesce(max(at), clock.now())))::text as since from book.tree_head`.execute(deps.db);
  const sinceS = Number(rows[0]?.since);
  const answers = await askExternalSources(
    deps.outside,
    { origin: deps.origin, logKeys: await knownKeys(deps.db, keys) },
    { sinceS, nowS: Number(rows[0]?.now) },
  );
  if (signed === null && !answers.enough) {
    throw new BookFault(
      `what was signed is not known: there is no file book-signed beside the key, and ${answers.silent.join('; ')}`,
    );
  }
  const own: Claim[] = signed === null ? [] : [{ ...signed, who: 'the file book-signed', note: null }];
  return { claims: [...own, ...answers.claims], silent: answers.silent, since: new Date(sinceS * 1_000) };
}

/** Takes the snapshot of a date with published liabilities, so that the next one is not taken for it. */
async function snapshotFor(db: Db, date: string): Promise<void> {
  if (await readSnapshot(db, date)) return;
  const { read } = await takeSnapshot(db, date);
  await read.end();
}

/** Longest duration of a recovery, in ms. It may restore hours of the book. */
export const RECOVER_MS_MAX = 600_000;

interface Plan {
  keys: readonly LogKey[];
  claims: readonly Claim[];
  /** Number of entries in the database, and its published entries without a tree head. */
  from: number;
  unmarked: readonly LostEntry[];
  since: Date;
}

async function putBack(
  tx: Tx,
  deps: RecoverDeps,
  plan: Plan,
  published: Published,
): Promise<Pick<Recovered, 'periods' | 'guarded'>> {
  const { from } = plan;
  const { entries } = published;
  await sql`select set_config('statement_timeout', ${String(RECOVER_MS_MAX)}, true)`.execute(tx.q);
  if (Number(await lockHead(tx)) !== from) {
    throw new BookFault('the book has grown meanwhile: stop every process of the club and run this again');
  }
  const { rows } = await sql<{ now: bigint }>`select clock.now_ms() as now`.execute(tx.q);
  const nowMs = Number(rows[0]?.now);
  await restoreEntries(tx, entries, new Date(nowMs));
  const guarded = await protectMembers(tx, { since: plan.since, now: new Date(nowMs) });
  const periods = await putBackRows(tx, entries, published.leaves, new Date(nowMs));
  await restoreTreeHeads(tx, deps, plan, [...plan.unmarked, ...entries], nowMs);
  const last = entries.at(-1);
  if (last === undefined) return { periods, guarded };
  await writeSigned(deps.keysDir, checkpointOf(deps.origin, { size: Number(last.seq) + 1, root: last.rootAfter }));
  await recordRestore(tx, { from, to: Number(last.seq) + 1, source: published.from, periods, nowMs });
  return { periods, guarded };
}

/** Records the restore in the book and in the audit log. */
async function recordRestore(
  tx: Tx,
  { from, to, source, periods, nowMs }: Omit<Recovered, 'silent' | 'guarded'> & { nowMs: number },
): Promise<void> {
  const { size: acts } = await tx.q.selectFrom('audit.head').select('size').executeTakeFirstOrThrow();
  const lost = periods.filter((period) => period.lost.length > 0);
  const values = restoredValues({ from, to, acts, lost: lost.map((one) => ({ ...one, lost: one.lost.length })) });
  const nowS = String(Math.floor(nowMs / 1_000));
  await append(
    tx,
    values.map((value) => ({ type: 'rule' as const, what: RESTORED, value, from: nowS })),
  );
  await record(tx, {
    staff: null,
    act: 'book-put-back',
    why: null,
    subject: `book/${from}`,
    after: { from, to, source, lost: lost.map((one) => ({ draw: one.drawId, leaves: one.lost })) },
    address: 'terminal',
  });
}

/** Restores tree heads with their notes, byte for byte, and the cosignatures of all known notes. */
async function restoreTreeHeads(
  tx: Tx,
  { origin }: RecoverDeps,
  { keys, claims }: Plan,
  entries: readonly LostEntry[],
  nowMs: number,
): Promise<void> {
  const seen = cosignedBy(claims, await witnessesOf(tx));
  const witnessedMs = new Map(
    [...seen].map(([size, lines]) => [size, Math.min(...lines.map(({ atSeconds }) => atSeconds)) * 1_000]),
  );
  const claimed = new Set(claims.map(({ size }) => size));
  const treeHeads = entries.length === 0 ? [] : await lostTreeHeads(tx, { entries, claimed, witnessedMs, nowMs });
  for (const { size, root, atMs } of treeHeads) {
    await sql`
      insert into book.tree_head (size, root, at)
      values (${size}::bigint, ${Buffer.from(root, 'hex')}, ${new Date(atMs)})`.execute(tx.q);
  }
  await signAgain(tx, origin, keys, Math.max(0, ...claimed));
  for (const [size, lines] of seen) {
    const signed = await tx.q
      .selectFrom('book.checkpoint')
      .select('size')
      .where('size', '=', BigInt(size))
      .executeTakeFirst();
    if (signed) await insertCosignatures(tx, size, lines);
  }
}

/**
 * Signs the notes of all tree heads up to the known signed size. The publisher signs only tree heads after the newest
 * note. A skipped one could never prove that a seal was in time.
 */
async function signAgain(tx: Tx, origin: string, keys: readonly LogKey[], to: number): Promise<void> {
  const records = await readLogKeys(tx.q);
  const { rows } = await sql<{ size: bigint; root: Buffer; at: Date }>`
    select c.size, c.root, c.at from book.tree_head c
    where c.size <= ${to}::bigint and not exists (select from book.checkpoint s where s.size = c.size)
    order by c.size`.execute(tx.q);
  for (const row of rows) {
    const treeHead = { size: Number(row.size), root: row.root.toString('hex'), atMs: row.at.getTime() };
    if (toHex((await treeAt(tx.q, treeHead.size)).root()) !== treeHead.root) {
      throw new BookFault(
        `the tree head at ${treeHead.size} does not match the entries; see docs/operating/fork-reported.md`,
      );
    }
    const note = noteOf(origin, treeHead, keys, records);
    await sql`
      insert into book.checkpoint (size, note, at) values (${row.size}, ${note}, clock.now())`.execute(tx.q);
  }
}

async function witnessesOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ witness: string }>`
    select distinct unnest(witnesses) as witness from book.policy`.execute(tx.q);
  return rows.map(({ witness }) => witness);
}

/** Cosignatures of our tables' witnesses, by size. */
function cosignedBy(claims: readonly Claim[], witnesses: readonly string[]) {
  const found = new Map<number, { witness: string; atSeconds: number; line: string }[]>();
  for (const { size, note } of claims) {
    if (note === null) continue;
    const text = parseNote(note)?.text ?? '';
    for (const line of note.slice(text.length + 1).split('\n')) {
      for (const one of line === '' ? [] : cosignaturesOf(`${text}\n${line}\n`, witnesses)) {
        found.set(size, [
          ...(found.get(size) ?? []),
          { witness: one.witness, atSeconds: one.atSeconds, line: `${line}\n` },
        ]);
      }
    }
  }
  return found;
}

/** Summary for the terminal. */
export function wordsOf({ from, to, source, periods, guarded, silent }: Recovered): string[] {
  const unheard = [...wordsOfGuarded(guarded), ...silent.map((who) => `not reached: ${who}`)];
  if (source === null) return [`Nothing is missing: the book has all ${to} entries`, ...unheard];
  const lost = periods.filter((period) => period.lost.length > 0);
  return [
    `restored the signed entries ${from} to ${to - 1} from ${source}`,
    ...lost.flatMap(({ drawId, sealed, lost: leaves }) => [
      `${drawId}  ${leaves.length} of its ${sealed} sealed slips are lost:`,
      ...leaves.map((leaf) => `  ${leaf}`),
    ]),
    lost.length === 0
      ? `no sealed slip is lost in their ${periods.length} periods`
      : 'The stakes of lost slips are back in their members’ balances. For what the house owes, see docs/operating/database-lost.md',
    ...unheard,
  ];
}

function wordsOfGuarded({ members, staff, payees, resets }: Protected): string[] {
  return [
    `ended ${members} sessions of members and ${staff} of staff: everyone must sign in again`,
    ...(payees + resets === 0
      ? []
      : [`delayed for a day: ${payees} payee replacements, ${resets} resets of finance passwords`]),
  ];
}
