/** A beacon behind drand's HTTP API: several relays, none of them trusted. */
import { type Chain, QUICKNET, QUICKNET_RELAYS, roundAt, verifyBeaconRound } from '@tercet/fair';
import { type Beacon, BeaconUnavailable, type RoundAnswer } from '../../draw/worker/beacon.ts';
import { fetchJson } from '../fetch-json.ts';

export interface DrandOptions {
  kind?: Beacon['kind'];
  chain?: Chain;
  relays?: readonly string[];
  requestTimeoutMs?: number;
  /** Milliseconds after which a slow relay is hedged by the next one. */
  hedgeMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

interface SignedRound {
  round: number;
  signature: string;
}

const REQUEST_TIMEOUT_MS = 2_000;
const HEDGE_MS = 700;
const ANSWER_BYTES_MAX = 4_096;
const TOO_EARLY = 425;
/** A relay publishes a round a moment after its time. */
const RELAY_DELAY_MS = 2_000;
/** Minimum interval between surveys of the other relays while none has a current round: our own clock may be wrong. */
const SURVEY_EVERY_MS = 15_000;

/**
 * Beacon by drand's HTTP API; by default quicknet over drand's public relays. Queries the
 * relay with the best last answer first, and the next one if it fails, is slow, or returns an old round. `latest`
 * compares a valid round with the clock. If no relay has a current round, it returns the newest of all.
 */
export function drandBeacon(options: DrandOptions = {}): Beacon {
  const { kind = 'drand', chain = QUICKNET, relays = QUICKNET_RELAYS, now = Date.now } = options;
  const { requestTimeoutMs: timeoutMs = REQUEST_TIMEOUT_MS, hedgeMs = HEDGE_MS } = options;
  let preferred = 0;
  let surveyedAtMs = Number.NEGATIVE_INFINITY;

  async function ask(
    wanted: number | 'latest',
    signal: AbortSignal | undefined,
    isEnough: (answer: SignedRound) => boolean,
  ): Promise<SignedRound | 'not-due'> {
    const order = relays.map((_, turn) => (preferred + turn) % relays.length);
    const answers = new Answers(isEnough);
    await inTurn(order, hedgeMs, signal, (index, stop) => {
      const relay = relays[index] ?? '';
      return answers.take(index, relay, askRelay(relay, chain, wanted, { timeoutMs, signal: stop }));
    });
    signal?.throwIfAborted();
    if (answers.best !== null) {
      preferred = answers.best.index;
      return answers.best.answer;
    }
    if (answers.isEarly) return 'not-due';
    throw new BeaconUnavailable(answers.faults);
  }

  return {
    kind,
    chain,
    async roundSignature(round, signal): Promise<RoundAnswer> {
      const answer = await ask(round, signal, () => true);
      return answer === 'not-due' ? answer : { signature: answer.signature };
    },
    async latest(signal) {
      const isCurrent = ({ round }: SignedRound) => isCurrentRound(round, chain, now());
      const isSurvey = now() - surveyedAtMs >= SURVEY_EVERY_MS;
      const answer = await ask('latest', signal, (one) => !isSurvey || isCurrent(one));
      if (answer === 'not-due') throw new BeaconUnavailable(['the beacon has not begun']);
      if (isCurrent(answer)) surveyedAtMs = Number.NEGATIVE_INFINITY;
      else if (isSurvey) surveyedAtMs = now();
      return answer;
    },
  };
}

/** True if an up-to-date relay has no newer round. `nowMs`: Unix milliseconds. */
export function isCurrentRound(round: number, chain: Chain, nowMs: number): boolean {
  return round >= roundAt((nowMs - RELAY_DELAY_MS) / 1_000, chain);
}

/** Collects the answers of several relays to one question. */
class Answers {
  best: { answer: SignedRound; index: number } | null = null;
  isEarly = false;
  readonly faults: string[] = [];
  private readonly isEnough: (answer: SignedRound) => boolean;

  constructor(isEnough: (answer: SignedRound) => boolean) {
    this.isEnough = isEnough;
  }

  /** Awaits one answer; returns true if no other relay has to be asked. */
  async take(index: number, relay: string, requested: Promise<SignedRound | 'not-due'>): Promise<boolean> {
    try {
      const answer = await requested;
      if (answer === 'not-due') {
        this.isEarly = true;
        return false;
      }
      if (this.best === null || answer.round > this.best.answer.round) this.best = { answer, index };
      return this.isEnough(answer);
    } catch (error) {
      this.faults.push(`${relay}: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }
}

/**
 * Calls `act` for one index after another until one returns true. The next call starts when one returned false, or
 * when none answered for `hedgeMs`. Resolves at the first true or when all are done, and aborts the calls that still
 * run.
 */
async function inTurn(
  indexes: readonly number[],
  hedgeMs: number,
  signal: AbortSignal | undefined,
  act: (index: number, stop: AbortSignal) => Promise<boolean>,
): Promise<void> {
  const done = new AbortController();
  const stop = signal === undefined ? done.signal : AbortSignal.any([signal, done.signal]);
  const running = new Set<Promise<boolean>>();
  try {
    for (const index of indexes) {
      if (stop.aborted) return;
      const one = act(index, stop).finally(() => running.delete(one));
      running.add(one);
      if (await firstDone(running, hedgeMs)) return;
    }
    while (running.size > 0) if (await Promise.race(running)) return;
  } finally {
    done.abort();
  }
}

/** The result of the first to finish; false after `ms`. */
async function firstDone(running: ReadonlySet<Promise<boolean>>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([...running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks one relay. Throws on anything but a valid signature of the requested round, or the answer that it is not due.
 */
async function askRelay(
  relay: string,
  chain: Chain,
  wanted: number | 'latest',
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<SignedRound | 'not-due'> {
  const url = `${relay}/${chain.hash}/public/${wanted}`;
  const { status, body } = await fetchJson(url, { timeoutMs, bytesMax: ANSWER_BYTES_MAX, signal });
  if (status === TOO_EARLY) return 'not-due';
  if (status !== 200) throw new Error(`status ${status}`);
  const { round, signature } = (body ?? {}) as Record<string, unknown>;
  if (typeof round !== 'number' || typeof signature !== 'string') throw new Error('malformed answer');
  if (wanted !== 'latest' && round !== wanted) throw new Error('received a different round than requested');
  if (!verifyBeaconRound(chain, round, signature)) throw new Error('bad signature');
  return { round, signature };
}
