import { bigintArray, byteaArray, smallintArray, uuidArray } from '../db/binary-array.ts';
import type { Pool } from '../db/pool.ts';
import { isRetryable } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { createKeyedMutex } from '../process/keyed-mutex.ts';
import { createSharedWork } from '../process/shared-work.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { type Place, placeNow, step } from '../trace/steps.ts';
import { type PreparedSlip, periodLeaf, stakesByPlace } from './slip.ts';

/** The database's verdict on a slip. `detail` depends on the code: the missing or the remaining amount. */
export interface Verdict {
  /** `limit-stale`: the sums for the member's own limits must be recomputed before the slip can be judged. */
  code: 'accepted' | 'replayed' | 'limit-stale' | RefusalCode;
  detail: bigint;
  acceptedMs: number;
  availableMinor: bigint;
}

/** Most waiting slips per lane. */
export const SLIPS_WAITING_MAX = 4_000;
/**
 * Most waiting slips of one member behind the current one. They wait outside the lanes, so no member can fill a lane.
 */
export const SLIPS_WAITING_OF_ONE_MAX = 8;
/** Most repetitions of one slip that wait for its verdict. */
const REPEATED_WAITING_MAX = 64;
/** Longest wait of one member's slip, in ms. A phone cancels a request after five seconds. */
const WAIT_OF_ONE_MS_MAX = 4_000;

export interface SlipQueueOptions {
  /** Concurrent batches. Each lane owns the buckets with its remainder, so lanes never wait for each other. */
  lanes?: number;
  batchMax?: number;
  waitingMax?: number;
  waitingOfOneMax?: number;
  waitOfOneMsMax?: number;
  /** True behind a transaction-mode pooler such as PgBouncer: do not use named prepared statements. */
  isLent?: boolean;
  /** Shard of the members' rows by bucket (`readShards`). Empty: all are in one. */
  shards?: readonly string[];
}

export interface SlipQueue {
  /**
   * Runs `place` after the member's earlier slips. Throws `bets-waiting` if too many of their slips wait, or if this
   * one has waited too long.
   */
  inTurn<T>(memberId: string, place: () => Promise<T>): Promise<T>;
  /**
   * Runs `place`, or waits for the same slip under the same key. The repetitions take no place in the member's line.
   * Throws `bets-waiting` if too many wait.
   */
  once(slip: PreparedSlip, place: () => Promise<Verdict>): Promise<{ value: Verdict; isShared: boolean }>;
  /** Judges a slip, and records it if accepted. Call it within the member's turn. Throws `busy`. */
  place(slip: PreparedSlip): Promise<Verdict>;
  /** Resolves when no slip is waiting or being judged. */
  idle(): Promise<void>;
  /** Slips not yet in a batch. */
  waiting(): number;
  /** Whether a slip is waiting or being judged. */
  isBusy(): boolean;
}

interface Waiting {
  slip: PreparedSlip;
  /** Trace context of the request. */
  place?: Place | null;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

/** Code, detail, time of acceptance and available balance of each slip. */
type Row = [string, string, string, string];
type Ask = (values: (number | Buffer)[]) => Promise<Row[]>;

/** Eighteen parameters, in the order of `parametersOf`. */
const PLACE_SLIPS = `select code, detail, accepted_ms, available from lottery.place_slips(${Array.from(
  { length: 18 },
  (_, index) => `$${index + 1}`,
)})`;

const BATCH_ATTEMPTS_MAX = 4;

/**
 * Batches slips: those that arrive together share one database call and one commit, and each is judged alone. A batch
 * holds slips of one lottery and period, at most one per member. Others wait for the next batch. A free lane takes
 * what is there and never waits for a batch to fill.
 */
export function createSlipQueue(pool: Pool, options: SlipQueueOptions = {}): SlipQueue {
  const { lanes = 2, batchMax = 64, shards = [], isLent = false } = options;
  const { waitingMax = SLIPS_WAITING_MAX, waitingOfOneMax = SLIPS_WAITING_OF_ONE_MAX } = options;
  const { waitOfOneMsMax = WAIT_OF_ONE_MS_MAX } = options;
  const turns = createKeyedMutex({ waitingMax: waitingOfOneMax, waitMsMax: waitOfOneMsMax, code: 'bets-waiting' });
  const repeated = createSharedWork<Verdict>({ waitingMax: REPEATED_WAITING_MAX, code: 'bets-waiting' });
  const queues: Waiting[][] = Array.from({ length: lanes }, () => []);
  const running: (Promise<void> | null)[] = new Array<null>(lanes).fill(null);
  const statement = { ...(!isLent && { name: 'place-slips' }), text: PLACE_SLIPS, rowMode: 'array' } as const;
  const ask: Ask = async (values) => (await pool.query<Row>({ ...statement, values })).rows;

  async function run(lane: number): Promise<void> {
    const queue = queues[lane] ?? [];
    // Slips of the same event loop turn share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = takeBatch(queue, batchMax, shards);
      await settleBatch(ask, batch);
    }
    running[lane] = null;
  }

  return {
    place(slip) {
      const lane = slip.identity.bucket % lanes;
      const queue = queues[lane];
      if (!queue || queue.length >= waitingMax) return Promise.reject(new Refusal('busy'));
      const decided = (place: Place | null) =>
        new Promise<Verdict>((resolve, reject) => {
          queue.push({ slip, place, resolve, reject });
          running[lane] ??= run(lane);
        });
      return step('slip', {}, () => decided(placeNow()));
    },
    inTurn: turns.inTurn,
    once: (slip, place) => repeated.run(repetitionId(slip), place),
    isBusy: () => running.some((lane) => lane !== null),
    waiting: () => queues.reduce((sum, queue) => sum + queue.length, turns.waiting()),
    async idle() {
      // A slip waiting for its member's turn enters a lane after the previous one leaves it.
      for (;;) {
        await Promise.all(running);
        if (turns.waiting() === 0 && running.every((lane) => lane === null)) return;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Equal for repetitions of a slip. With the session, since its verdict holds for one session alone. */
function repetitionId({ identity, key, bodyHash }: PreparedSlip): string {
  return [identity.memberId, key, bodyHash.toString('hex'), identity.tokenHash.toString('hex')].join(' ');
}

/** Shard of the members' rows by bucket, which never changes. One transaction locks rows of one shard only. */
export async function readShards(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ shard: bigint }>(
    'select ledger.shard_of(b::smallint) as shard from generate_series(0, 255) b order by b',
  );
  return rows.map(({ shard }) => String(shard));
}

/** Takes from the queue the slips that can share a batch with the first one. The rest keeps its order. */
export function takeBatch(queue: Waiting[], batchMax: number, shards: readonly string[] = []): Waiting[] {
  const first = queue[0];
  if (!first) return [];
  const batch: Waiting[] = [];
  const members = new Set<string>();
  const rest: Waiting[] = [];
  for (const waiting of queue) {
    const { slip } = waiting;
    const fits =
      batch.length < batchMax &&
      slip.table === first.slip.table &&
      slip.schedule.period === first.slip.schedule.period &&
      shards[slip.identity.bucket] === shards[first.slip.identity.bucket] &&
      !members.has(slip.identity.memberId);
    // A member's later slip must not overtake a waiting one.
    members.add(slip.identity.memberId);
    (fits ? batch : rest).push(waiting);
  }
  queue.length = 0;
  queue.push(...rest);
  // The database locks balances in this order, the same for every batch.
  return batch.sort((a, b) => compare(a.slip.identity, b.slip.identity));
}

function compare(a: Identity, b: Identity): number {
  return a.bucket - b.bucket || (a.memberId < b.memberId ? -1 : 1);
}

async function settleBatch(ask: Ask, batch: Waiting[]): Promise<void> {
  try {
    const verdicts = await placeBatch(ask, batch);
    for (const [index, waiting] of batch.entries()) {
      const verdict = verdicts[index];
      if (verdict) waiting.resolve(verdict);
      else waiting.reject(new Error('the database returned no verdict for a slip'));
    }
  } catch (error) {
    if (batch.length === 1) {
      batch[0]?.reject(error);
      return;
    }
    // One slip must not fail the others, so each is judged in its own transaction. A committed slip comes back as
    // `replayed`.
    for (const waiting of batch) await settleBatch(ask, [waiting]);
  }
}

async function placeBatch(ask: Ask, batch: Waiting[]): Promise<Verdict[]> {
  const slips = batch.map((waiting) => waiting.slip);
  for (let attempt = 1; ; attempt++) {
    try {
      const about = { slips: slips.length, try: attempt };
      const rows = await step('slips judged and committed', about, () => ask(parametersOf(slips)), {
        for: batch.map(({ place }) => place ?? null),
      });
      return rows.map(([code, detail, acceptedMs, available]) => ({
        code: code as Verdict['code'],
        detail: BigInt(detail),
        acceptedMs: Number(acceptedMs),
        availableMinor: BigInt(available ?? 0),
      }));
    } catch (error) {
      if (attempt >= BATCH_ATTEMPTS_MAX || !isRetryable(error)) throw error;
    }
  }
}

function parametersOf(slips: PreparedSlip[]): (number | Buffer)[] {
  const first = slips[0];
  if (!first) throw new Error('the batch of slips is empty');
  const leaf = periodLeaf(first.table, first.schedule);
  return [
    first.identity.bucket,
    first.lottery.id,
    first.schedule.period,
    first.table.id,
    leaf.head,
    leaf.middle,
    smallintArray(slips.map((slip) => slip.identity.bucket)),
    uuidArray(slips.map((slip) => slip.identity.memberId)),
    byteaArray(slips.map((slip) => slip.identity.tokenHash)),
    uuidArray(slips.map((slip) => slip.key)),
    byteaArray(slips.map((slip) => slip.bodyHash)),
    uuidArray(slips.map((slip) => slip.slipId)),
    bigintArray(slips.flatMap((slip) => stakesByPlace(slip.table, slip.selections))),
    bigintArray(slips.map((slip) => slip.total)),
    bigintArray(slips.map((slip) => slip.atRisk)),
    byteaArray(slips.map((slip) => slip.commitment)),
    byteaArray(slips.map((slip) => slip.salt)),
    byteaArray(slips.map((slip) => slip.leafTail)),
  ];
}
