import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from './caller.ts';

export interface Slip {
  id: string;
  drawId: string;
}

interface Place {
  cookie: string;
  lottery: string;
  /** Absent: through the edge. */
  address?: string | undefined;
}

const AGAIN_MS = 500;
/** The longest period of these tests is a minute, and its payout follows within seconds. */
const SETTLED_WITHIN_MS = 120_000;

/**
 * Bets 1.00 on big. Waits while betting is closed: the period may have locked meanwhile, or the first one of a new
 * house has not begun. Throws on any other refusal.
 */
export async function placeSlip(caller: Caller, { cookie, lottery, address }: Place): Promise<Slip> {
  for (;;) {
    const { json } = await caller.call(`/api/lotteries/${lottery}`);
    const selections = [{ bet: 'big', stakeMinor: '100' }];
    const body = { drawId: json.current?.drawId, tableHash: json.table?.hash, selections };
    const answer = await caller.call('/api/slips', { body, cookie }, address);
    if (answer.status === 201 && answer.json.slip) return answer.json.slip;
    if (!['betting-closed', 'period-not-open'].includes(answer.json.code ?? '')) {
      throw new Error(`the bet is refused: ${answer.status} ${answer.body}`);
    }
    await sleep(AGAIN_MS);
  }
}

/** Waits for the payout. Returns `won`, `lost` or `returned`. Throws if the draw is void, or does not come. */
export async function untilSettled(caller: Caller, cookie: string, { id, drawId }: Slip): Promise<string> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { status, json } = await caller.call(`/api/slips/${id}`, { cookie });
    const state = json.state ?? String(status);
    if (['won', 'lost', 'returned'].includes(state)) return state;
    if (state === 'void') throw new Error(`the draw ${drawId} is void`);
    if (performance.now() > deadline) throw new Error(`the draw ${drawId} is not settled: ${state}`);
    await sleep(AGAIN_MS);
  }
}

/** The last slip of each draw: enough to see every draw settled. */
export function lastOfEach(slips: readonly Slip[]): Slip[] {
  return [...new Map(slips.map((slip) => [slip.drawId, slip])).values()];
}

/** A member who bets until stopped. */
export interface Playing {
  /** Stops, and returns what happened. */
  stop(): Promise<{ slips: Slip[]; repeated: number; faults: string[] }>;
}

const BET_EVERY_MS = 150;

/**
 * Bets without a pause. As the app does, it repeats a call that got no answer, under the same key. Answers with 5xx are
 * faults: members would see them.
 */
export function playOn(caller: Caller, { cookie, lottery }: Pick<Place, 'cookie' | 'lottery'>): Playing {
  const played = { slips: [] as Slip[], repeated: 0, faults: [] as string[] };
  let isStopped = false;
  async function answerTo(path: string, request: Parameters<Caller['call']>[1] = {}) {
    const headers = { 'idempotency-key': randomUUID() };
    while (!isStopped) {
      const answer = await caller.call(path, { ...request, headers }).catch(() => null);
      if (answer && answer.status >= 500) played.faults.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      if (answer) return answer;
      played.repeated += 1;
      await sleep(BET_EVERY_MS);
    }
    return null;
  }
  async function play(): Promise<void> {
    while (!isStopped) {
      const table = await answerTo(`/api/lotteries/${lottery}`);
      const selections = [{ bet: 'big', stakeMinor: '100' }];
      const body = { drawId: table?.json.current?.drawId, tableHash: table?.json.table?.hash, selections };
      if (body.drawId !== undefined) {
        const answer = await answerTo('/api/slips', { body, cookie });
        if (answer?.json.slip) played.slips.push(answer.json.slip);
      }
      await sleep(BET_EVERY_MS);
    }
  }
  const playing = play();
  return {
    async stop() {
      isStopped = true;
      await playing;
      return played;
    },
  };
}
