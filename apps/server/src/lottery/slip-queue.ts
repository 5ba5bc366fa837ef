import { bigintArray, byteaArray, integerArray, smallintArray, uuidArray } from '../db/binary-array.ts';
import type { Pool } from '../db/pool.ts';
import { isRetryable } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { createTurns } from '../process/turns.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { type Place, placeNow, step } from '../trace/steps.ts';
import { type PreparedSlip, periodLeaf, stakesByPlace } from './slip.ts';

/** The database's verdict on a slip. `detail` belongs to the code: what is missing, or what is left. */
export interface Verdict {
  /** `limit-stale`: the sums for the member's own limits must be made anew before this slip can be judged. */
  code: 'accepted' | 'replayed' | 'limit-stale' | RefusalCode;
  detail: bigint;
  acceptedMs: number;
  availableMinor: bigint;
}

/** In each lane. */
export const SLIPS_WAITING_MAX = 4_000;
/** Of one member, behind the one that is being judged. They wait outside of the lanes, which none of them can fill. */
export const SLIPS_WAITING_OF_ONE_MAX = 8;
/** A phone gives a call up after five seconds. */
const WAIT_OF_ONE_MS_MAX = 4_000;

export interface SlipQueueOptions {
  /**
   * Batches under way at once; each lane owns the buckets that leave its remainder, so lanes never wait for each other.
   */
  lanes?: number;
  batchMax?: number;
  waitingMax?: number;
  waitingOfOneMax?: number;
  waitOfOneMsMax?: number;
  /**
   * The connections belong to a pooler, which lends them for a transaction: nothing is prepared under a name there,
   * since the next statement meets the names of somebody else's, of another version perhaps.
   */
  isLent?: boolean;
  /** The part of the members' rows that each bucket lies in (`readParts`); without, all lie in one. */
  parts?: readonly string[];
}

export interface SlipQueue {
  /**
   * Runs what places one slip of a member after those that came before it. Throws `bets-waiting` when too many of that
   * member wait already, or this one has waited too long.
   */
  inTurn<T>(memberId: string, place: () => Promise<T>): Promise<T>;
  /** Judges and, where accepted, records one slip. To be called within the member's turn. Throws `busy`. */
  place(slip: PreparedSlip): Promise<Verdict>;
  /** Resolves when no slip waits and none is being judged. */
  idle(): Promise<void>;
  /** Slips that no batch has taken yet. */
  waiting(): number;
  /** Whether a slip waits or is being judged. */
  isBusy(): boolean;
}

interface Waiting {
  slip: PreparedSlip;
  /** Where its call stands, for traces. */
  place?: Place | null;
  resolve(verdict: Verdict): void;
  reject(error: unknown): void;
}

/** Code, detail, time of acceptance and available balance of each slip. */
type Row = [string, string, string, string];
type Ask = (values: (number | Buffer)[]) => Promise<Row[]>;

/** Twenty parameters, in the order of `parametersOf`. */
const PLACE_SLIPS = `select code, detail, accepted_ms, available from lottery.place_slips(${Array.from(
  { length: 20 },
  (_, index) => `$${index + 1}`,
)})`;

const BATCH_TRIES_MAX = 4;

/**
 * Slips that arrive together share one database call and one commit; each is still judged alone. A batch holds slips of
 * one lottery and period and at most one of each member; what does not fit waits for the next. Nothing waits for a
 * batch to fill: a lane that is free takes what is there.
 */
export function createSlipQueue(pool: Pool, options: SlipQueueOptions = {}): SlipQueue {
  const { lanes = 2, batchMax = 64, parts = [], isLent = false } = options;
  const { waitingMax = SLIPS_WAITING_MAX, waitingOfOneMax = SLIPS_WAITING_OF_ONE_MAX } = options;
  const { waitOfOneMsMax = WAIT_OF_ONE_MS_MAX } = options;
  const turns = createTurns({ waitingMax: waitingOfOneMax, waitMsMax: waitOfOneMsMax, code: 'bets-waiting' });
  const queues: Waiting[][] = Array.from({ length: lanes }, () => []);
  const running: (Promise<void> | null)[] = new Array<null>(lanes).fill(null);
  const statement = { ...(!isLent && { name: 'place-slips' }), text: PLACE_SLIPS, rowMode: 'array' } as const;
  const ask: Ask = async (values) => (await pool.query<Row>({ ...statement, values })).rows;

  async function run(lane: number): Promise<void> {
    const queue = queues[lane] ?? [];
    // Slips of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = takeBatch(queue, batchMax, parts);
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
    isBusy: () => running.some((lane) => lane !== null),
    waiting: () => queues.reduce((sum, queue) => sum + queue.length, turns.waiting()),
    async idle() {
      // Whoever waits for a turn comes into a lane once the one before has left it.
      for (;;) {
        await Promise.all(running);
        if (turns.waiting() === 0 && running.every((lane) => lane === null)) return;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** In which part of the members' rows each bucket lies, which never changes: one transaction locks rows of one part. */
export async function readParts(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ part: bigint }>(
    'select ledger.part_of(b::smallint) as part from generate_series(0, 255) b order by b',
  );
  return rows.map(({ part }) => String(part));
}

/** Removes from the queue the slips that can go with its first one, keeping the order of the rest. */
export function takeBatch(queue: Waiting[], batchMax: number, parts: readonly string[] = []): Waiting[] {
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
      parts[slip.identity.bucket] === parts[first.slip.identity.bucket] &&
      !members.has(slip.identity.memberId);
    // A member's later slip may not overtake an earlier one that waits.
    members.add(slip.identity.memberId);
    (fits ? batch : rest).push(waiting);
  }
  queue.length = 0;
  queue.push(...rest);
  // The order in which the database locks balances, the same for every batch.
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
      else waiting.reject(new Error('the database gave no verdict on a slip'));
    }
  } catch (error) {
    if (batch.length === 1) {
      batch[0]?.reject(error);
      return;
    }
    // One slip must not fail the others: judge each in a transaction of its own. What was committed is a replay.
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
      if (attempt >= BATCH_TRIES_MAX || !isRetryable(error)) throw error;
    }
  }
}

function parametersOf(slips: PreparedSlip[]): (number | Buffer)[] {
  const first = slips[0];
  if (!first) throw new Error('an empty batch');
  const leaf = periodLeaf(first.table, first.schedule);
  const buckets = slips.map((slip) => slip.identity.bucket);
  const gates = [...new Set(buckets)].sort((a, b) => a - b);
  const gateOf = new Map(gates.map((bucket, index) => [bucket, index + 1]));
  return [
    first.identity.bucket,
    first.lottery.id,
    first.schedule.period,
    first.table.id,
    leaf.head,
    leaf.middle,
    smallintArray(gates),
    integerArray(buckets.map((bucket) => gateOf.get(bucket) ?? 0)),
    smallintArray(buckets),
    uuidArray(slips.map((slip) => slip.identity.memberId)),
    byteaArray(slips.map((slip) => slip.identity.tokenHash)),
    uuidArray(slips.map((slip) => slip.key)),
    byteaArray(slips.map((slip) => slip.bodyHash)),
    uuidArray(slips.map((slip) => slip.slipId)),
    bigintArray(slips.flatMap((slip) => stakesByPlace(slip.selections))),
    bigintArray(slips.map((slip) => slip.total)),
    bigintArray(slips.map((slip) => slip.atRisk)),
    byteaArray(slips.map((slip) => slip.commitment)),
    byteaArray(slips.map((slip) => slip.salt)),
    byteaArray(slips.map((slip) => slip.leafTail)),
  ];
}
