import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { openDb, openPool } from '@tercet/server/db/pool.ts';
import type { Identity } from '@tercet/server/identity.ts';
import { currentPeriod, loadCatalogue, scheduleOf, tableOf } from '@tercet/server/lottery/catalogue.ts';
import { type PlaceSlipDeps, placeSlip } from '@tercet/server/lottery/place-slip.ts';
import { createSlipQueue } from '@tercet/server/lottery/slip-queue.ts';
import { readToken } from '@tercet/server/members/sessions/tokens.ts';
import pg from 'pg';
import { type BenchClub, startBenchClub } from '../kit/club.ts';
import { report } from '../kit/measure.ts';
import { LONG_TABLE, letTableApply, untilHeard } from '../kit/slip-load.ts';

const MEMBERS = 20_000;
/** More than members: more accounts mean less waiting between its transfers. */
const ACCOUNTS = 100_000;
const CALLERS = 32;
const SECONDS = 4;
const WARM_SECONDS = 2;
const ROUNDS = 3;
/** Transfers in one call of the batch form. In larger calls the waiting for locks outweighs the savings. */
const BATCHES = [4, 16, 64];
const FUNDED = 100_000_000;
/** Dependency of pgledger, from its own repository. */
const ULID = join('vendor', 'scoville-pgsql-ulid');

/** One call. Returns how many were done. */
type Act = () => Promise<number>;

/**
 * Slips beside pgledger's transfers, on one database server with the same concurrency, both through `pg` without HTTP.
 * A slip does more than a transfer: session, limits, exposure, receipt, two balances. It still counts as one.
 */
export async function pgledger({ pgledger: file }: { pgledger?: string }): Promise<void> {
  if (file === undefined) {
    console.error(
      'pgledger is left out: get github.com/pgr0ss/pgledger and give --pgledger FILE, its pgledger.sql in its tree',
    );
    return;
  }
  const club = await startBenchClub({ members: MEMBERS, lotteries: [LONG_TABLE] });
  // No lock timeout: its large batches wait for each other.
  const pool = new pg.Pool({ connectionString: club.ownerUrl, max: CALLERS });
  try {
    await letTableApply(club, LONG_TABLE);
    const accounts = await preparePgledger(club, file);
    // Slips need a recent beacon round. The draw process idles beside all that is measured.
    await club.serveRole('draw');
    await untilHeard(club);
    const slips = await slipAct(club);
    const peers = new Map<number, Act>([[1, () => transferOne(pool, accounts)]]);
    for (const size of BATCHES) peers.set(size, () => transferMany(pool, accounts, size));
    await warmUp(club, slips.act, peers);
    await compare(slips.act, peers);
    await slips.end();
  } finally {
    await pool.end();
    await club.stop();
  }
}

/**
 * Plans made on pgledger's empty tables would stay sequential scans. So the tables are filled a little and planned
 * again, as in a database that has been in use.
 */
async function warmUp(club: BenchClub, slips: Act, peers: Map<number, Act>): Promise<void> {
  await perSecond(slips, WARM_SECONDS);
  for (const act of peers.values()) await perSecond(act, WARM_SECONDS);
  await club.owner.query('vacuum analyze');
}

/** Runs all in turn, under the same conditions. The best batch size counts, beside as many slips in flight. */
async function compare(slips: Act, peers: Map<number, Act>): Promise<void> {
  const inFlight = CALLERS * Math.max(...peers.keys());
  const ours = { few: 0, many: 0 };
  const rates = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    ours.few += (await perSecond(slips, SECONDS)) / ROUNDS;
    ours.many += (await perSecond(slips, SECONDS, inFlight)) / ROUNDS;
    for (const [size, act] of peers) {
      rates.set(size, (rates.get(size) ?? 0) + (await perSecond(act, SECONDS)) / ROUNDS);
    }
  }
  for (const [size, rate] of rates) report(`pgledger transfers by ${size}`, rate, 'transfers/s');
  report('place-slip beside pgledger, one by one', ours.few, 'slips/s', rates.get(1));
  report('place-slip beside pgledger, its best batch', ours.many, 'slips/s', Math.max(...rates.values()));
}

async function perSecond(act: Act, seconds: number, callers = CALLERS): Promise<number> {
  let count = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const done = await act();
        count += done;
      }
    }),
  );
  return count / ((performance.now() - start) / 1_000);
}

/** Installs pgledger's published schema and creates accounts with money. */
async function preparePgledger(club: BenchClub, file: string): Promise<string[]> {
  const folder = dirname(file);
  for (const part of [join(folder, ULID, 'ulid-to-uuid.sql'), join(folder, ULID, 'uuid-to-ulid.sql'), file]) {
    await club.owner.query(await readFile(part, 'utf8'));
  }
  const { rows } = await club.owner.query<{ id: string }>(
    `select a.id from generate_series(1, ${ACCOUNTS}) g,
       lateral pgledger_create_account('account ' || g, 'USD', allow_negative_balance => true) a`,
  );
  await club.owner.query(`update pgledger_accounts set balance = ${FUNDED}`);
  await club.owner.query('vacuum analyze');
  return rows.map(({ id }) => id);
}

async function transferOne(pool: pg.Pool, accounts: string[]): Promise<number> {
  const [from, to] = pair(accounts);
  await pool.query({
    name: 'pgledger-one',
    text: 'select * from pgledger_create_transfer($1, $2, $3)',
    values: [from, to, 4],
  });
  return 1;
}

/** An account appears once in a call, so that the call never waits for itself. */
async function transferMany(pool: pg.Pool, accounts: string[], size: number): Promise<number> {
  const pairs = Array.from({ length: size }, () => pair(accounts));
  await pool.query({
    name: 'pgledger-many',
    text: `select * from pgledger_create_transfers(
      (select array_agg((f, t, 4)::transfer_request) from unnest($1::text[], $2::text[]) q (f, t)))`,
    values: [pairs.map(([from]) => from), pairs.map(([, to]) => to)],
  });
  return size;
}

function pair(accounts: string[]): [string, string] {
  const from = Math.floor(Math.random() * accounts.length);
  const to = (from + 1 + Math.floor(Math.random() * (accounts.length - 1))) % accounts.length;
  return [accounts[from] ?? '', accounts[to] ?? ''];
}

/** Slips through the server's own function and queue, with the server's number of lanes. */
async function slipAct(club: BenchClub): Promise<{ act: Act; end(): Promise<void> }> {
  const lanes = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
  const pool = openPool({ url: club.urls.api, connectionsMax: lanes });
  const db = openDb(openPool({ url: club.urls.api, connectionsMax: 2 }));
  const catalogue = await loadCatalogue(db);
  const lottery = catalogue.byId.get(LONG_TABLE.id);
  const period = lottery ? currentPeriod(lottery, Date.now()) : 0;
  const table = lottery && tableOf(lottery, period);
  if (!lottery || !table) throw new Error('the table does not apply yet');
  const { drawId } = scheduleOf(lottery, table, period);
  const deps: PlaceSlipDeps = {
    db,
    catalogue: () => catalogue,
    queue: createSlipQueue(pool, { lanes }),
    nowMs: Date.now,
  };
  const selections = [
    { bet: 'big' as const, stakeMinor: 100n },
    { bet: 'odd' as const, stakeMinor: 200n },
    { bet: 's11' as const, stakeMinor: 100n },
  ];
  const callers = callersOf(club);
  let turn = 0;
  return {
    async act() {
      const caller = callers[turn++ % callers.length];
      if (!caller) throw new Error('there are no players');
      await placeSlip(deps, caller, table.hash, { key: randomUUID(), drawId, selections });
      return 1;
    },
    async end() {
      await pool.end();
      await db.destroy();
    },
  };
}

function callersOf(club: BenchClub): Identity[] {
  return club.members.map(({ id, bucket, token }) => ({
    bucket,
    memberId: id,
    userName: 'bench',
    tokenHash: readToken(token)?.tokenHash ?? Buffer.alloc(0),
    restricted: false,
  }));
}
