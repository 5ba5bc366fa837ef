import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dice, payoutOnDice, roundAt, verifyDraw } from '@tercet/fair';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { localChain, signRound } from '../../../../dev/beacon/key.ts';
import { SEASON_LOTTERY } from '../../../../dev/play-house/house-plan.ts';
import { playSeason, type SeasonOptions, type SeasonReport } from '../../../../dev/season/season.ts';
import { schemaSql } from '../../../../tools/generate/schema-sql.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { bucketOf } from '../../src/db/ids.ts';
import { type Db, openDb, openPool, type Pool } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/transaction.ts';
import { readShownDraw } from '../../src/draw/evidence/book-evidence.ts';
import { periodOf } from '../../src/draw/periods.ts';
import { listSlips } from '../../src/draw/slips/slip-list.ts';
import { advanceLottery, type DrawDeps } from '../../src/draw/worker/advance.ts';
import { followBeacon } from '../../src/draw/worker/beacon-head.ts';
import { answerProof } from '../../src/http/shared/answers.ts';
import type { Identity } from '../../src/identity.ts';
import { reconcile } from '../../src/ledger/reconcile.ts';
import { readStatement } from '../../src/ledger/statement.ts';
import { type Catalogue, currentPeriod, type Lottery, loadCatalogue, scheduleOf } from '../../src/lottery/catalogue.ts';
import { placeSlip } from '../../src/lottery/place-slip.ts';
import { createSlipQueue, readShards } from '../../src/lottery/slip-queue.ts';
import { startSession } from '../../src/members/sessions/sessions.ts';
import { takeClock } from '../kit/clock.ts';
import { leafHashesOf } from '../kit/leaf-hashes.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const DAYS = 3;
const SECRET_KEY = new Uint8Array(32).fill(9);
const chain = localChain(SECRET_KEY);
const beacon = { chain, signRound: (round: number) => signRound(SECRET_KEY, round) };

let database: TestDatabase;
let keysDir: string;
let owner: pg.Pool;
let pool: Pool;
let db: Db;
let schemaBefore: string;
let report: SeasonReport;
let catalogue: Catalogue;
let lottery: Lottery;

function options(): SeasonOptions {
  return { ownerUrl: database.ownerUrl, keysDir, beacon, days: DAYS };
}

beforeAll(async () => {
  database = await createTestDatabase();
  keysDir = mkdtempSync(join(tmpdir(), 'tercet-keys-'));
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  owner.on('error', () => {});
  pool = openPool({ url: database.ownerUrl, connectionsMax: 4 });
  db = openDb(pool);
  schemaBefore = await schemaSql(database.ownerUrl);
  report = await playSeason(options());
  catalogue = await loadCatalogue(db);
  lottery = catalogue.byKey.get(SEASON_LOTTERY.key)!;
});

afterAll(async () => {
  await db.destroy();
  await owner.end();
  await database.drop();
  rmSync(keysDir, { recursive: true });
});

function periods(): number[] {
  const first = lottery.tables[0]!.firstPeriod;
  return Array.from({ length: report.draws }, (_, index) => first + index);
}

async function members(): Promise<Identity[]> {
  const { rows } = await owner.query('select member_id, user_name from members.member order by user_name');
  return rows.map((row) => ({
    bucket: bucketOf(row.member_id),
    memberId: row.member_id,
    userName: row.user_name,
    tokenHash: Buffer.alloc(32),
    restricted: false,
  }));
}

// A season sets the clock of one machine, and a cluster has several.
describe.skipIf(inject('testServer').workerUrls.length > 0)('a season', () => {
  test('plays every draw of its days, each in its own time', async () => {
    expect(report.draws).toBeGreaterThanOrEqual(DAYS * 8);
    expect(report.slips).toBeGreaterThan(report.draws / 2);
    expect(report.members).toBeGreaterThan(5);
    const { rows } = await owner.query(`
      select (select count(*) from draw.draw) as draws, (select count(*) from draw.void) as voids,
        (select count(*) from draw.settlement_queue) as tasks, (select count(*) from lottery.slip) as slips,
        (select count(*) from book.entry e where at < (select max(x.at) from book.entry x where x.seq < e.seq)) as back,
        (select count(*) from lottery.slip where day <> (to_timestamp((period + 1) * 10800) at time zone 'UTC')::date
          or accepted_ms not between period * 10800000 and (period + 1) * 10800000 - 1) as astray,
        (select min(at) < now() - interval '${DAYS - 0.5} days' and max(at) <= now() from ledger.transfer) as past`);
    expect(rows[0]).toEqual({
      draws: String(report.draws),
      voids: '0',
      tasks: '0',
      slips: String(report.slips),
      back: '0',
      astray: '0',
      past: true,
    });
  });

  test('leaves every draw to be checked by anybody', async () => {
    const signed = { db, keysDir, origin: lottery.tables[0]!.entry.origin };
    while ((await signTreeHeads(signed)) > 0);
    const pinned = { logKey: (await readLogKeys(db))[0]!.vkey };
    for (const number of periods()) {
      const shown = await readShownDraw(db, lottery, number);
      const leafHashes = await leafHashesOf(db, periodOf(lottery, number));
      const proof = answerProof(shown!.evidence, shown!.book) as Parameters<typeof verifyDraw>[0];
      const { verdict, houseRun, steps } = verifyDraw(proof, { leafHashes, pinned });
      const open = steps.filter(({ state }) => state !== 'ok');
      expect(open).toMatchObject([{ id: 'witness', reason: 'no-witnesses' }]);
      expect({ verdict, houseRun }).toEqual({ verdict: 'time-not-proven', houseRun: true });
    }
  });

  test('pays each slip what its dice say, and every cent is in the ledger', async () => {
    expect(await reconcile(db)).toEqual([]);
    for (const member of await members()) {
      const { items, total } = await listSlips(db, catalogue, member, { limit: 100 });
      expect(items).toHaveLength(total);
      for (const slip of items) {
        expect(slip.payoutMinor).toBe(
          payoutOnDice(slip.selections, lottery.tables[0]!.entryMultipliers, slip.dice as Dice),
        );
        expect(slip.state).toBe(slip.payoutMinor === 0n ? 'lost' : 'won');
      }
    }
  });

  test('reads as a statement from the starting credits on', async () => {
    for (const member of await members()) {
      const { items, total } = await readStatement(db, member, { limit: 100 });
      expect(items).toHaveLength(total);
      expect(items.at(-1)).toMatchObject({ kind: 'grant', availableDelta: 1_000_000n });
      expect(items.map(({ atMs }) => atMs)).toEqual(items.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
      const { rows } = await owner.query('select available from ledger.balance where member_id = $1', [
        member.memberId,
      ]);
      expect(String(items.reduce((sum, { availableDelta }) => sum + availableDelta, 0n))).toBe(rows[0].available);
    }
  });

  test('gives the clock back as it was, and leaves nothing of its own in the schema', async () => {
    expect(await schemaSql(database.ownerUrl)).toBe(schemaBefore);
  });

  test('is played once', async () => {
    await expect(playSeason(options())).rejects.toThrow('This house has had its season');
  });

  test('goes on as any other table', async () => {
    const clock = await takeClock(owner, Date.now());
    const source = {
      kind: 'local' as const,
      chain,
      roundSignature: async (round: number) => ({ signature: beacon.signRound(round) }),
      latest: async () => {
        const round = roundAt(clock.nowMs() / 1_000, chain);
        return { round, signature: beacon.signRound(round) };
      },
    };
    const fail = (what: string, error: unknown) => {
      throw new Error(what, { cause: error });
    };
    const drawing: DrawDeps = { db, beaconOf: () => source, patience: new Map(), onFault: fail };
    await advanceLottery(drawing, lottery);

    const number = currentPeriod(lottery, clock.nowMs());
    const table = lottery.tables[0]!;
    const { drawId, locks, draws } = scheduleOf(lottery, table, number);
    await followBeacon(db, source);
    const [member] = await members();
    const session = await transaction(db, (tx) =>
      startSession(
        tx,
        { memberId: member!.memberId, userName: member!.userName, restricted: false },
        { address: '192.0.2.1', device: null },
      ),
    );
    const queue = createSlipQueue(pool, { shards: await readShards(pool) });
    const slips = { db, catalogue: () => catalogue, queue, nowMs: clock.nowMs };
    const selections = [{ bet: 'big' as const, stakeMinor: 500n }];
    const key = '7d3c7a3e-0f5e-4f29-9d11-6b6a3a0e5c01';
    const { verdict } = await placeSlip(slips, session.identity, table.hash, { key, drawId, selections });
    expect(verdict.code).toBe('accepted');

    await clock.set(locks * 1_000 + 400);
    await advanceLottery(drawing, lottery);
    await clock.set(draws * 1_000 + 400);
    await advanceLottery(drawing, lottery);
    const shown = await readShownDraw(db, lottery, number);
    expect(shown?.evidence.record).toMatchObject({ state: 'settled', slipCount: 1 });
    const { rows } = await owner.query('select count(*) as voids from draw.void');
    expect(rows[0].voids).toBe('0');
  });
});
