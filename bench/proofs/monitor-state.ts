import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Entry, encodeEntry, entryHash, fairMultiplier, QUICKNET, SUM_BETS, toHex } from '@tercet/fair';
import { BookStore } from '../../packages/verify/src/monitor/book-store.ts';
import { realDisk } from '../../packages/verify/src/storage/disk.ts';
import { report } from '../kit/measure.ts';

/** A busy club: ten lotteries with a period of 30 seconds. */
const LOTTERIES = Array.from({ length: 10 }, (_, index) => `dice-30-${index}`);
const PERIOD_SECONDS = 30;
const DAYS = Number(process.env.TERCET_BENCH_DAYS ?? 30);
const FIRST_PERIOD = 60_000_000;
const ROOT = 'ab'.repeat(32);
const PART_ENTRIES = 2048;
const LIMIT_MB = 200;
const LOG_KEY = 'bench.example/book+00000000+AQ==';

/** The largest size of a monitor's folder while it follows a busy club, and the time to start from it. */
export async function monitorState(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-monitor-state-'));
  try {
    const book = { origin: 'bench.example/book', logKey: LOG_KEY };
    const store = await BookStore.begin(folder, realDisk, { ...book, from: 0, peaks: [], tables: [], stops: [] });
    for (let day = 1; day <= DAYS; day++) {
      const bytesMax = await addDay(store, folder, day);
      report(`monitor-state-day-${day}`, bytesMax / 1e6, 'MB', LIMIT_MB);
    }
    const began = performance.now();
    await BookStore.open(folder, realDisk, book);
    report('monitor-start', performance.now() - began, 'ms');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Follows the book for a day. Returns the largest size of the folder. */
async function addDay(store: BookStore, folder: string, day: number): Promise<number> {
  const periods = 86_400 / PERIOD_SECONDS;
  let bytesMax = 0;
  let part: string[] = [];
  for (const body of bodiesOf(FIRST_PERIOD + (day - 1) * periods, periods, day === 1)) {
    part.push(body);
    if (part.length < PART_ENTRIES) continue;
    await add(store, part);
    bytesMax = Math.max(bytesMax, bytesIn(folder));
    await store.compact();
    // The snapshot and its draft stand beside each other while it is replaced.
    bytesMax = Math.max(bytesMax, bytesIn(folder) + statSync(join(folder, 'book.json')).size);
    part = [];
  }
  await add(store, part);
  return bytesMax;
}

async function add(store: BookStore, bodies: readonly string[]): Promise<void> {
  const tree = store.treeWith(bodies);
  for (const body of bodies) store.auditor.add(body);
  const { findings } = store.auditor.finish(0);
  store.auditor.forgetFindings();
  if (findings.length > 0) throw new Error(`the book of the benchmark has findings: ${JSON.stringify(findings[0])}`);
  const { size, note, askFrom, counts } = store;
  const root = toHex(tree.root());
  const part = { from: size, bodies, root, note, keys: [LOG_KEY], answers: [], seen: {}, askFrom, findings: [] };
  await store.commit({ ...part, unlisted: [], counts }, tree);
}

/**
 * The tables on the first day, then periods that all lotteries seal and call void. The state of a drawn period has the
 * same fields without the index of a void, so it is smaller. No round of a beacon has to be signed and verified for it.
 */
function* bodiesOf(first: number, periods: number, isFirst: boolean): Generator<string> {
  const tables = new Map(LOTTERIES.map((key) => [key, encodeEntry(tableOf(key))]));
  const hashes = new Map([...tables].map(([key, body]) => [key, entryHash(body)]));
  if (isFirst) yield* tables.values();
  for (let period = first; period < first + periods; period++) {
    for (const [key, table] of hashes) {
      yield encodeEntry({ type: 'seal', draw_id: `${key}/${period}`, root: ROOT, count: '100', table });
    }
    for (const [key, table] of hashes) {
      yield encodeEntry({ type: 'void', draw_id: `${key}/${period}`, reason: 'seal-late', table });
    }
  }
}

function tableOf(key: string): Entry {
  return {
    type: 'table',
    key,
    period_seconds: String(PERIOD_SECONDS),
    first_period: String(FIRST_PERIOD),
    chain_hash: QUICKNET.hash,
    public_key: QUICKNET.publicKey,
    scheme: QUICKNET.scheme,
    genesis: String(QUICKNET.genesis),
    beacon_period: '3',
    beacon_kind: 'drand',
    multipliers: Object.fromEntries(SUM_BETS.map((bet) => [bet, String(fairMultiplier(bet, 96, 100))])),
    stake_min: '100',
    stake_max: '1000000',
    slip_max: '5000000',
    member_cap: '100000000',
    period_cap: '1000000000',
    min_balance: '0',
    receipt_key: '00'.repeat(32),
    witnesses: [],
    quorum: '0',
    build: 'bench',
    origin: 'bench.example/book',
  };
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
