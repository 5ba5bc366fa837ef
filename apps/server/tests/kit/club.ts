/**
 * A whole club for one test file: its own database, a play house, a beacon, and a clock that the test moves.
 *
 *   const club = await openClub();
 *   const table = await club.openTable({ key: 'dice-60', periodSeconds: 60 }); // the clock is in its first period
 *   const mira = await club.member({ credits: 10_000n });
 *   await club.place(mira, table, [{ bet: 'big', stakeMinor: 100n }]);
 *   await club.at(table.schedule().locks * 1_000);                             // moves clock and beacon
 *   await club.close();
 *
 * `club.api`, `club.draw` and `club.jobs` have the rights of these processes, for the server's own code. `club.db` and
 * `club.owner` have the owner's rights, to prepare and inspect rows.
 */

import { createHash, createPrivateKey, randomUUID } from 'node:crypto';
import type { Stake } from '@tercet/fair';
import pg from 'pg';
import { bucketOf, newId } from '../../src/db/ids.ts';
import { type Db, openDb, openPool, type Pool } from '../../src/db/pool.ts';
import type { ProcessRole } from '../../src/db/rights/roles.ts';
import { transaction } from '../../src/db/transaction.ts';
import { publishTable } from '../../src/draw/tables/publish-table.ts';
import { followBeacon } from '../../src/draw/worker/beacon-head.ts';
import type { Identity } from '../../src/identity.ts';
import {
  type Catalogue,
  currentPeriod,
  loadCatalogue,
  type Schedule,
  scheduleOf,
} from '../../src/lottery/catalogue.ts';
import { type PlacedSlip, type PlaceSlipDeps, placeSlip } from '../../src/lottery/place-slip.ts';
import { type ReceiptKey, receiptKeyOf } from '../../src/lottery/receipt-key.ts';
import { createSlipQueue, readShards, SLIPS_WAITING_MAX, type SlipQueueOptions } from '../../src/lottery/slip-queue.ts';
import type { HouseTable } from '../../src/lottery/tables.ts';
import { CURRENT_AGREEMENT } from '../../src/members/account/agreement.ts';
import { admit } from '../../src/members/account/register.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import type { TestServer } from '../setup/global.ts';
import { type TestBeacon, testBeacon } from './beacon.ts';
import { noon, type TestClock, takeClock } from './clock.ts';
import { addLottery, makeHouse, type TablePlan, tableEntryOf } from './lotteries.ts';

/** A lottery and its table. */
export interface OpenTable {
  lotteryId: number;
  key: string;
  table: HouseTable;
  /** Schedule of a period; the current one by default. */
  schedule(period?: number): Schedule;
}

export interface MemberPlan {
  /** Starting balance in minor units; 1,000,000 by default. */
  credits?: bigint;
  /** 0 to 255; random by default. */
  bucket?: number;
}

export interface PlaceOptions {
  key?: string;
  /** The current one by default. */
  period?: number;
  tableHash?: string;
  deps?: PlaceSlipDeps;
}

export interface Club {
  database: TestDatabase;
  /** The pool of `api`. */
  pool: Pool;
  /** Plain SQL with the role of a process. */
  pools: Readonly<Record<ProcessRole, Pool>>;
  /** Has the role of the API. */
  api: Db;
  /** Has the role of the draw worker: seals, draws, settles and signs. */
  draw: Db;
  /** Has the role of the jobs. */
  jobs: Db;
  /** Has the owner's rights, to prepare and inspect rows; `owner` is the same for plain SQL. */
  db: Db;
  owner: pg.Pool;
  clock: TestClock;
  beacon: TestBeacon;
  receiptKey: ReceiptKey;
  catalogue(): Catalogue;
  slips: PlaceSlipDeps;
  /** Sets the clock (unix milliseconds) and records the newest beacon round of that time. */
  at(ms: number): Promise<void>;
  /** Dependencies of placing slips in another process, with a queue of its own. */
  slipsOf(pool: Pool, options?: SlipQueueOptions): PlaceSlipDeps;
  /**
   * Publishes a table, creates its lottery if necessary, and sets the clock to the start of the table's first period.
   */
  openTable(plan: TablePlan): Promise<OpenTable>;
  member(plan?: MemberPlan): Promise<Identity>;
  members(count: number, plan?: MemberPlan): Promise<Identity[]>;
  place(member: Identity, table: OpenTable, selections: readonly Stake[], options?: PlaceOptions): Promise<PlacedSlip>;
  close(): Promise<void>;
}

const CALLER = { address: '192.0.2.1', device: null };
const CREDITS = 1_000_000n;
const SLIP_LANES = 2;

export interface ClubOptions {
  /** Initial time in unix milliseconds; noon by default. */
  startMs?: number;
  /** Connections of each pool; 8 by default. */
  connectionsMax?: number;
  /** Server of the club's database; that of the test run by default. */
  server?: TestServer;
}

export async function openClub(options: ClubOptions = {}): Promise<Club> {
  const database = await createTestDatabase(options.server);
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 8 });
  owner.on('error', () => {});
  const connectionsMax = options.connectionsMax ?? 8;
  const pool = openPool({ url: database.urls.api, connectionsMax });
  const api = openDb(pool);
  const drawPool = openPool({ url: database.urls.draw, connectionsMax });
  const draw = openDb(drawPool);
  const jobsPool = openPool({ url: database.urls.jobs, connectionsMax });
  const jobs = openDb(jobsPool);
  const db = openDb(openPool({ url: database.ownerUrl, connectionsMax }));
  const grants = createGrants(owner);
  const clock = await takeClock(owner, options.startMs ?? noon());
  const beacon = testBeacon(clock);
  const receiptKey = receiptKeyOf(testPrivateKey());
  await makeHouse(db);
  let catalogue = await loadCatalogue(db);

  const shards = await readShards(pool);
  function slipsOf(slipPool: Pool, queueOptions: SlipQueueOptions = { lanes: SLIP_LANES }): PlaceSlipDeps {
    // No limits per member: the slips of one member must reach the database, not wait in the queue.
    const own = { waitingOfOneMax: SLIPS_WAITING_MAX, waitOfOneMsMax: Number.POSITIVE_INFINITY };
    const queue = createSlipQueue(slipPool, { shards, ...own, ...queueOptions });
    return { db: api, catalogue: () => catalogue, queue, nowMs: clock.nowMs };
  }
  const slips = slipsOf(pool);

  async function at(ms: number): Promise<void> {
    // A beacon never goes back. When a test turns the clock back, forget the later head.
    if (ms < clock.nowMs()) await owner.query('delete from draw.beacon_head');
    await clock.set(ms);
    await followBeacon(draw, beacon);
  }

  async function openTable(plan: TablePlan): Promise<OpenTable> {
    await addLottery(db, plan);
    const table = await publishTable(db, tableEntryOf(plan, beacon, receiptKey.publicKey));
    catalogue = await loadCatalogue(db);
    await at(table.firstPeriod * plan.periodSeconds * 1_000);
    return {
      lotteryId: table.lotteryId,
      key: plan.key,
      table,
      schedule: (period = currentPeriod(plan, clock.nowMs())) => scheduleOf(plan, table, period),
    };
  }

  return {
    database,
    pool,
    pools: { api: pool, draw: drawPool, jobs: jobsPool },
    api,
    draw,
    jobs,
    db,
    owner,
    clock,
    beacon,
    receiptKey,
    catalogue: () => catalogue,
    slips,
    at,
    slipsOf,
    openTable,
    member: (plan) => newMember(api, grants, plan),
    members: (count, plan) => Promise.all(Array.from({ length: count }, () => newMember(api, grants, plan))),
    place(member, { schedule, table }, selections, { key = randomUUID(), period, tableHash, deps = slips } = {}) {
      const request = { key, drawId: schedule(period).drawId, selections };
      return placeSlip(deps, member, tableHash ?? table.hash, request);
    },
    async close() {
      await Promise.all([api, draw, jobs, db].map((one) => one.destroy()));
      await owner.end();
      await database.drop();
    },
  };
}

let names = 0;

/** Hash of a random password that nobody knows, so that each password is wrong, and none breaks the comparison. */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$UsZB0QCPCUBS6GJSCJwOfA$Bt2CYxRxeo6Qx6++2zseflu+B0gjnd7pXO6Dw3hZKx0';

/** A member with a live session, admitted like a newcomer but without form and password. */
async function newMember(db: Db, grants: Grants, plan: MemberPlan = {}): Promise<Identity> {
  names += 1;
  const userName = `Member${names}`;
  const memberId = plan.bucket === undefined ? newId() : newId().slice(0, -2) + hexByte(plan.bucket);
  return grants.giving(bucketOf(memberId), plan.credits ?? CREDITS, () =>
    transaction(db, async (tx) => {
      await admit(tx, {
        memberId,
        userName,
        passwordHash: UNKNOWN_PASSWORD_HASH,
        birthDate: '1990-05-17',
        agreementVersion: CURRENT_AGREEMENT,
      });
      return (await startSession(tx, { memberId, userName, restricted: false }, CALLER)).identity;
    }),
  );
}

/** Sets the welcome grant of a bucket, as the owner, while a member is admitted. */
interface Grants {
  giving<T>(bucket: number, credits: bigint, admitting: () => Promise<T>): Promise<T>;
}

function createGrants(owner: pg.Pool): Grants {
  const given = new Map<number, bigint>();
  const turns = new Map<number, Promise<unknown>>();

  async function give(bucket: number, credits: bigint): Promise<void> {
    if ((given.get(bucket) ?? CREDITS) === credits) return;
    await owner.query('delete from members.start_grant where bucket = $1', [bucket]);
    if (credits > 0n) await owner.query('insert into members.start_grant values ($1, $2)', [bucket, credits]);
    given.set(bucket, credits);
  }

  return {
    giving(bucket, credits, admitting) {
      const turn = (turns.get(bucket) ?? Promise.resolve()).then(async () => {
        await give(bucket, credits);
        return admitting();
      });
      turns.set(
        bucket,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** An Ed25519 key that is the same in every run. PKCS #8 is a fixed header and the 32 bytes of the seed. */
export function testPrivateKey() {
  const seed = createHash('sha256').update('receipt key of the tests').digest();
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
