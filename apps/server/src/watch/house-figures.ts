import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/pool.ts';
import { watchDraws } from '../draw/watch.ts';
import { type Catalogue, databaseNowMs, tablesFromNow } from '../lottery/catalogue.ts';
import { countAstray } from '../payments/astray.ts';
import { readArchiveAge } from './archive-age.ts';

export interface HouseFiguresDeps {
  db: Db;
  catalogue(): Catalogue;
  onFault(what: string, error: unknown): void;
}

/** What was asked a moment ago is told again: many may look, and the database is asked once. */
const FRESH_MS = 5_000;

/**
 * How the house stands by its rows: the same from every process that tells it. Asked when somebody looks, by indexes,
 * in a few statements. While the database does not answer, `tercet_database_up` is 0 and the others are not there.
 */
export function registerHouseFigures(registry: Registry, deps: HouseFiguresDeps): void {
  const gauges = makeGauges(registry, refresh);
  let asked: { atMs: number; done: Promise<void> } | null = null;

  async function look(): Promise<void> {
    for (const gauge of Object.values(gauges)) gauge.reset();
    try {
      const nowMs = await databaseNowMs(deps.db);
      await lookAtDraws(deps, gauges, nowMs);
      await lookAtRows(deps.db, gauges, askedOf(deps.catalogue(), nowMs));
      for (const [outcome, n] of Object.entries(await countAstray(deps.db))) gauges.astray.set({ outcome }, n);
      const archiveAge = await readArchiveAge(deps.db);
      if (archiveAge !== null) gauges.archiveAge.set(archiveAge);
      gauges.up.set(1);
    } catch (error) {
      gauges.up.set(0);
      deps.onFault('figures of the house', error);
    }
  }

  /** Each figure waits for the one look that is under way. */
  function refresh(): Promise<void> {
    const atMs = performance.now();
    if (asked === null || atMs - asked.atMs > FRESH_MS) asked = { atMs, done: look() };
    return asked.done;
  }
}

type Gauges = ReturnType<typeof makeGauges>;

function makeGauges(registry: Registry, collect: () => Promise<void>) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
    new Gauge({ name: `tercet_${name}`, help, labelNames, collect, registers: [registry] });
  return {
    up: gauge('database_up', 'Whether the database answers'),
    unsealed: gauge('draw_unsealed_periods', 'Periods locked and neither sealed nor void', ['lottery']),
    unsealedSeconds: gauge('draw_unsealed_seconds', 'How long the oldest of them has been locked', ['lottery']),
    sealMargin: gauge('draw_seal_margin_seconds', 'By how much the newest seal was in time', ['lottery']),
    unpaid: gauge('draw_unpaid_periods', 'Periods sealed or void and not paid whole', ['lottery']),
    undrawnSeconds: gauge('draw_undrawn_seconds', 'How long the oldest of them is due to be drawn', ['lottery']),
    voids: gauge('draw_voids', 'Void draws of the last day', ['lottery', 'reason']),
    lease: gauge('lease_held', 'Whether somebody draws, and signs the book', ['name']),
    beaconAge: gauge('beacon_seen_seconds', 'Since a round of the beacon was last seen', ['chain']),
    unsigned: gauge('book_unsigned_entries', 'Entries of the book under no signed checkpoint'),
    signedAge: gauge('book_signed_seconds', 'Since a checkpoint was last signed'),
    cosignedAge: gauge('book_cosigned_seconds', 'Since a witness last cosigned', ['witness']),
    payouts: gauge('payouts_open', 'Withdrawals that have not ended', ['state']),
    payoutsOldest: gauge('payouts_oldest_seconds', 'Since the oldest of them was submitted', ['state']),
    messages: gauge('provider_messages_unhandled', 'Messages of the provider that nobody has handled'),
    astray: gauge('provider_messages_astray', 'Of seven days, those that people have to look at', ['outcome']),
    moneyIn: gauge('money_in_open', 'Whether money may come in and be bet'),
    archiveAge: gauge('archive_kept_seconds', 'Since a piece of the database’s log was last kept elsewhere'),
    liabilitiesAge: gauge('liabilities_age_seconds', 'Since what the house owes was last published'),
  };
}

async function lookAtDraws({ db, catalogue }: HouseFiguresDeps, gauges: Gauges, nowMs: number): Promise<void> {
  for (const lottery of catalogue().lotteries) {
    const found = await watchDraws(db, lottery, nowMs);
    if (found === null) continue;
    const of = { lottery: lottery.key };
    gauges.unsealed.set(of, found.unsealed);
    gauges.unsealedSeconds.set(of, found.unsealedSeconds);
    if (found.sealMarginSeconds !== null) gauges.sealMargin.set(of, found.sealMarginSeconds);
    gauges.unpaid.set(of, found.unpaid);
    gauges.undrawnSeconds.set(of, found.undrawnSeconds);
    for (const [reason, count] of Object.entries(found.voids)) gauges.voids.set({ ...of, reason }, count);
  }
}

interface Rows {
  leases: Record<string, boolean> | null;
  beacons: Record<string, number> | null;
  unsigned: bigint;
  signed_age: number | null;
  cosigned: Record<string, number> | null;
  cosigned_bound: number | null;
  payouts: Record<string, { n: number; oldest: number }> | null;
  messages: bigint;
  money_in: boolean;
  liabilities_age: number | null;
}

interface Asked {
  /** Hex of their hashes. */
  chains: Set<string>;
  /** Verifier keys. */
  witnesses: Set<string>;
}

/** Whom the tables ask that rule now or will: a chain that was left, or a witness, says nothing of the house. */
function askedOf({ lotteries }: Catalogue, nowMs: number): Asked {
  const tables = lotteries.flatMap((lottery) => tablesFromNow(lottery, nowMs));
  return {
    chains: new Set(tables.map(({ entry }) => entry.chain_hash)),
    witnesses: new Set(tables.flatMap(({ entry }) => entry.witnesses)),
  };
}

async function lookAtRows(db: Db, gauges: Gauges, asked: Asked): Promise<void> {
  const since = (what: string) => sql.raw(`extract(epoch from clock.now() - ${what})::float8`);
  const { rows } = await sql<Rows>`
    select
      (select jsonb_object_agg(l.name, l.until_at > clock.now()) from draw.lease l) as leases,
      (select jsonb_object_agg(encode(b.chain_hash, 'hex'), ${since('b.seen_at')}) from draw.beacon_head b) as beacons,
      (select h.size from book.head h) - coalesce((select max(s.size) from book.signed s), 0) as unsigned,
      (select ${since('s.at')} from book.signed s order by s.size desc limit 1) as signed_age,
      (select jsonb_object_agg(w.witness, w.age) from (
        select c.witness, ${since('max(c.seen_at)')} as age from book.cosignature c
        where c.size > (select max(size) - 1000 from book.signed) group by c.witness) w) as cosigned,
      (select ${since('s.at')} from book.signed s
        where s.size > (select max(size) - 1000 from book.signed) order by s.size limit 1) as cosigned_bound,
      (select jsonb_object_agg(p.state, jsonb_build_object('n', p.n, 'oldest', p.oldest)) from (
        select w.state, count(*) as n, ${since('min(w.submitted_at)')} as oldest from payments.withdrawal w
        where w.state in ('in-review', 'approved', 'sent') group by w.state) p) as payouts,
      (select count(*) from payments.provider_event e where e.handled_at is null) as messages,
      not exists (select 1 from payments.payout_health h where h.fault is not null) and coalesce(
        (select s.open from house.switch s where s.what = 'money-in' order by s.at desc, s.id desc limit 1), true
      ) as money_in,
      (select ${since('max(c.closed_at)')} from ledger.cut c) as liabilities_age`.execute(db);
  const row = rows[0];
  if (!row) return;
  for (const name of ['draw', 'book']) gauges.lease.set({ name }, Number(row.leases?.[name] ?? false));
  tellOthers(row, gauges, asked);
  for (const state of ['in-review', 'approved', 'sent']) {
    gauges.payouts.set({ state }, row.payouts?.[state]?.n ?? 0);
    gauges.payoutsOldest.set({ state }, row.payouts?.[state]?.oldest ?? 0);
  }
  gauges.messages.set(Number(row.messages));
  gauges.moneyIn.set(Number(row.money_in));
  if (row.liabilities_age !== null) gauges.liabilitiesAge.set(row.liabilities_age);
}

/** Beacons, the book's signatures and its witnesses. */
function tellOthers(row: Rows, gauges: Gauges, asked: Asked): void {
  for (const [chain, age] of Object.entries(row.beacons ?? {}))
    if (asked.chains.has(chain)) gauges.beaconAge.set({ chain: chain.slice(0, 8) }, age);
  gauges.unsigned.set(Number(row.unsigned ?? 0));
  if (row.signed_age !== null) gauges.signedAge.set(row.signed_age);
  const cosigned = row.cosigned ?? {};
  for (const vkey of asked.witnesses.size > 0 ? asked.witnesses : Object.keys(cosigned)) {
    // One that cosigned none of those looked at has been silent for at least as long.
    const age = cosigned[vkey] ?? row.cosigned_bound;
    if (age !== null) gauges.cosignedAge.set({ witness: vkey.split('+', 1)[0] ?? vkey }, age);
  }
}
