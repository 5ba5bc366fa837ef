import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/pool.ts';
import { watchDraws } from '../draw/worker/draw-status.ts';
import { type Catalogue, databaseNowMs, type Lottery, tablesFromNow } from '../lottery/catalogue.ts';
import { readPaymentFigures } from '../payments/provider/unmatched.ts';
import { readFaultFigures } from '../reconciliation/read-faults.ts';
import { readArchiveAge } from './archive-age.ts';

export interface HouseFiguresDeps {
  db: Db;
  catalogue(): Catalogue;
  /** Number of staff rows that the server did not write, by table. Omitted if the role cannot read them. */
  countForged?(): Promise<Readonly<Record<string, number>>>;
  onFault(what: string, error: unknown): void;
  /** Cache time of the values, 4000 ms by default. */
  freshMs?: number;
  /** Longest wait for the database, 2000 ms by default. */
  waitMs?: number;
}

/** Cache time in ms: several scrapers share one query. */
const FRESH_MS = 4_000;
/**
 * Longest wait for the database in ms. Prometheus gives up after four seconds (`monitor.yaml`) and would miss that the
 * database is away.
 */
const WAIT_MS = 2_000;

/**
 * Registers metrics of the house by its rows, the same in every process. They are read on each scrape, with a few
 * indexed statements. If the database does not answer in time, `tercet_database_up` is 0 and the others are absent.
 */
export function registerHouseMetrics(registry: Registry, deps: HouseFiguresDeps): void {
  const gauges = makeGauges(registry, refresh);
  const { freshMs = FRESH_MS, waitMs = WAIT_MS } = deps;
  let requested: { atMs: number; done: Promise<void> } | null = null;
  let underWay: Promise<Found[]> | null = null;

  /** Single-flight: concurrent scrapes share one query, even if the database hangs. */
  function look(): Promise<Found[]> {
    underWay ??= lookAtHouse(deps).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function tell(): Promise<void> {
    try {
      show(gauges, await within(waitMs, look()));
    } catch (error) {
      show(gauges, [['up', {}, 0]]);
      deps.onFault('house metrics', error);
    }
  }

  /** Each gauge waits for the same query. */
  function refresh(): Promise<void> {
    const atMs = performance.now();
    if (requested === null || atMs - requested.atMs > freshMs) requested = { atMs, done: tell() };
    return requested.done;
  }
}

/** A value with its labels. Unknown values are left out. */
type Found = [figure: keyof Gauges, labels: Record<string, string>, value: number];

/** Sets all gauges at once, so that a scrape never mixes two queries. */
function show(gauges: Gauges, found: readonly Found[]): void {
  for (const gauge of Object.values(gauges)) {
    gauge.reset();
    // `reset` sets a gauge without labels to 0, which would mean a known value.
    gauge.remove({});
  }
  for (const [figure, labels, value] of found) gauges[figure].set(labels, value);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`the database has not answered within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function lookAtHouse({ db, catalogue, countForged }: HouseFiguresDeps): Promise<Found[]> {
  const nowMs = await databaseNowMs(db);
  const found: Found[] = [['up', {}, 1]];
  for (const lottery of catalogue().lotteries) {
    found.push(...(await lookAtDraws(db, lottery, nowMs)));
    found.push(['unreadable', { lottery: lottery.key }, Number(catalogue().unreadable.includes(lottery.id))]);
  }
  found.push(...(await lookAtRows(db, watchedParts(catalogue(), nowMs))));
  found.push(...(await lookAtPayments(db)), ...(await lookAtFaults(db)));
  for (const [table, rows] of Object.entries((await countForged?.()) ?? {})) found.push(['forged', { table }, rows]);
  const archiveAge = await readArchiveAge(db);
  if (archiveAge !== null) found.push(['archiveAge', {}, archiveAge]);
  return found;
}

type Gauges = ReturnType<typeof makeGauges>;

function makeGauges(registry: Registry, collect: () => Promise<void>) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `tercet_${name}`, help, labelNames, collect, registers: [registry] });
  return {
    up: gauge('database_up', '1 if the database answers'),
    unsealed: gauge('draw_unsealed_periods', 'Locked periods that are neither sealed nor void', ['lottery']),
    unsealedSeconds: gauge('draw_unsealed_seconds', 'Seconds since the lock of the oldest unsealed period', [
      'lottery',
    ]),
    sealMargin: gauge('draw_seal_margin_seconds', 'Seconds between the newest seal and its deadline', ['lottery']),
    unpaid: gauge('draw_unpaid_periods', 'Sealed or void periods that are not completely settled', ['lottery']),
    undrawnSeconds: gauge('draw_undrawn_seconds', 'Seconds since the oldest undrawn period was due', ['lottery']),
    voids: gauge('draw_voids', 'Void draws in the last 24 hours', ['lottery', 'reason']),
    lease: gauge('lease_held', '1 if a process holds the lease for drawing or for signing the book', ['name']),
    beaconAge: gauge('beacon_round_age_seconds', 'Seconds since the last round of the beacon', ['chain']),
    unsigned: gauge('book_unsigned_entries', 'Entries of the book without a signed checkpoint'),
    signedAge: gauge('book_checkpoint_age_seconds', 'Seconds since the last signed checkpoint'),
    cosignedAge: gauge('book_cosignature_age_seconds', 'Seconds since the last cosignature of a witness', ['witness']),
    payouts: gauge('payouts_open', 'Open withdrawals', ['state']),
    payoutsOldest: gauge('payouts_oldest_seconds', 'Seconds since the oldest open withdrawal was submitted', ['state']),
    messages: gauge('provider_messages_unhandled', 'Provider messages that are not processed yet'),
    unmatched: gauge(
      'provider_messages_unmatched',
      'Unmatched provider messages of the last 7 days, which staff must investigate',
      ['outcome'],
    ),
    moneyIn: gauge('top_ups_open', '1 if top-ups and bets are open'),
    forged: gauge('staff_rows_forged', 'Staff rows with an invalid MAC, which are ignored', ['table']),
    ledgerFaults: gauge('reconciliation_faults', 'Ledger faults that two people have not reviewed'),
    reconciledAge: gauge('reconciliation_age_seconds', 'Seconds since the last reconciliation of new transfers'),
    wholeAge: gauge('reconciliation_full_age_seconds', 'Seconds since the start of the last full reconciliation'),
    drawFaults: gauge('draw_unproven', 'Draws that failed verification since the table last opened', ['lottery']),
    unreadable: gauge('lottery_odds_unreadable', '1 if a table of the lottery cannot be read', ['lottery']),
    archiveAge: gauge('wal_archive_age_seconds', 'Seconds since the last archived WAL segment'),
    liabilitiesAge: gauge('liabilities_age_seconds', 'Seconds since the snapshot of the last published liabilities'),
  };
}

async function lookAtDraws(db: Db, lottery: Lottery, nowMs: number): Promise<Found[]> {
  const watched = await watchDraws(db, lottery, nowMs);
  if (watched === null) return [];
  const of = { lottery: lottery.key };
  const found: Found[] = [
    ['unsealed', of, watched.unsealed],
    ['unsealedSeconds', of, watched.unsealedSeconds],
    ['unpaid', of, watched.unpaid],
    ['undrawnSeconds', of, watched.undrawnSeconds],
  ];
  if (watched.sealMarginSeconds !== null) found.push(['sealMargin', of, watched.sealMarginSeconds]);
  for (const [reason, count] of Object.entries(watched.voids)) found.push(['voids', { ...of, reason }, count]);
  return found;
}

interface Rows {
  leases: Record<string, boolean> | null;
  beacons: Record<string, number> | null;
  unsigned: bigint;
  signed_age: number | null;
  cosigned: Record<string, number> | null;
  cosigned_bound: number | null;
  /** Age since the book's first entry if none were published, so that a house that never publishes is late, too. */
  liabilities_age: number | null;
}

interface WatchedParts {
  /** Hex hashes. */
  chains: Set<string>;
  /** Verifier keys. */
  witnesses: Set<string>;
}

/** Beacons and witnesses of the current and upcoming tables. Former ones say nothing about the house. */
function watchedParts({ lotteries }: Catalogue, nowMs: number): WatchedParts {
  const tables = lotteries.flatMap((lottery) => tablesFromNow(lottery, nowMs));
  return {
    chains: new Set(tables.map(({ entry }) => entry.chain_hash)),
    witnesses: new Set(tables.flatMap(({ entry }) => entry.witnesses)),
  };
}

async function lookAtPayments(db: Db): Promise<Found[]> {
  const { payouts, messages, unmatched, moneyIn } = await readPaymentFigures(db);
  const found: Found[] = [
    ['messages', {}, messages],
    ['moneyIn', {}, Number(moneyIn)],
  ];
  for (const state of ['in-review', 'approved', 'sent']) {
    found.push(['payouts', { state }, payouts[state]?.n ?? 0]);
    found.push(['payoutsOldest', { state }, payouts[state]?.oldest ?? 0]);
  }
  for (const [outcome, n] of Object.entries(unmatched)) found.push(['unmatched', { outcome }, n]);
  return found;
}

async function lookAtFaults(db: Db): Promise<Found[]> {
  const { faults, reconciledSeconds, wholeSeconds, unproven } = await readFaultFigures(db);
  const found: Found[] = [
    ['ledgerFaults', {}, faults],
    ['reconciledAge', {}, reconciledSeconds],
    ['wholeAge', {}, wholeSeconds],
  ];
  for (const [lottery, n] of Object.entries(unproven)) found.push(['drawFaults', { lottery }, n]);
  return found;
}

async function lookAtRows(db: Db, requested: WatchedParts): Promise<Found[]> {
  const since = (what: string) => sql.raw(`extract(epoch from clock.now() - ${what})::float8`);
  const { rows } = await sql<Rows>`
    select
      (select jsonb_object_agg(l.name, l.until_at > clock.now()) from draw.lease l) as leases,
      (select jsonb_object_agg(encode(b.chain_hash, 'hex'), ${since('b.seen_at')}) from draw.beacon_head b) as beacons,
      (select h.size from book.head h) - coalesce((select max(s.size) from book.checkpoint s), 0) as unsigned,
      (select ${since('s.at')} from book.checkpoint s order by s.size desc limit 1) as signed_age,
      (select jsonb_object_agg(w.witness, w.age) from (
        select c.witness, ${since('max(c.seen_at)')} as age from book.cosignature c
        where c.size > (select max(size) - 1000 from book.checkpoint) group by c.witness) w) as cosigned,
      (select ${since('s.at')} from book.checkpoint s
        where s.size > (select max(size) - 1000 from book.checkpoint) order by s.size limit 1) as cosigned_bound,
      coalesce(
        (select ${since('c.closed_at')} from ledger.liabilities l join ledger.snapshot c on c.date = l.date
          order by l.date desc limit 1),
        (select ${since('e.at')} from book.entry e where e.seq = 0)) as liabilities_age`.execute(db);
  const row = rows[0];
  if (!row) return [];
  const found: Found[] = [];
  for (const name of ['draw', 'book']) found.push(['lease', { name }, Number(row.leases?.[name] ?? false)]);
  if (row.liabilities_age !== null) found.push(['liabilitiesAge', {}, row.liabilities_age]);
  return [...found, ...othersOf(row, requested)];
}

/** Metrics of beacons, the book's signatures and its witnesses. */
function othersOf(row: Rows, requested: WatchedParts): Found[] {
  const found: Found[] = [['unsigned', {}, Number(row.unsigned ?? 0)]];
  for (const [chain, age] of Object.entries(row.beacons ?? {}))
    if (requested.chains.has(chain)) found.push(['beaconAge', { chain: chain.slice(0, 8) }, age]);
  if (row.signed_age !== null) found.push(['signedAge', {}, row.signed_age]);
  const cosigned = row.cosigned ?? {};
  for (const vkey of requested.witnesses.size > 0 ? requested.witnesses : Object.keys(cosigned)) {
    // A witness without a cosignature among the examined checkpoints has been silent at least this long.
    const age = cosigned[vkey] ?? row.cosigned_bound;
    if (age !== null) found.push(['cosignedAge', { witness: vkey.split('+', 1)[0] ?? vkey }, age]);
  }
  return found;
}
