import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealClub } from '../draw/processes.ts';
import { call, type SignedIn, slipBody } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';

/** Members who bet continuously. They repeat a request with the same key if no answer came. */
export interface Players {
  /** Acknowledged slips with their keys. */
  acknowledged: { key: string; slipId: string }[];
  /** Faults that a retry healed: lost answers and 5xx statuses. */
  countRetries: string[];
  /** Errors that members finally saw. */
  seen: string[];
  stop(): Promise<void>;
}

const ATTEMPTS_MAX = 6;
const AGAIN_MS = 60;
const PAUSE_MS = 15;
/** Codes of slips that came too late: the member bets in the next period. */
const TOO_LATE = new Set(['betting-closed', 'period-not-open']);

/** True for a status that is the house's fault. */
function isFault(status: number): boolean {
  return status >= 500;
}

export function startPlayers(
  address: string,
  members: readonly SignedIn[],
  table: OpenTable,
  { nowMs }: RealClub,
): Players {
  const acknowledged: Players['acknowledged'] = [];
  const countRetries: string[] = [];
  const seen: string[] = [];
  let stopped = false;

  async function ask(member: SignedIn, body: unknown, key: string): Promise<Response | null> {
    for (let attempts = 1; ; attempts++) {
      const answer = await call({ address }, '/api/slips', {
        body,
        cookie: member.cookie,
        headers: { 'idempotency-key': key },
      }).catch((error: unknown) => String((error as Error).cause ?? error));
      if (typeof answer !== 'string' && !isFault(answer.status)) return answer;
      const what = typeof answer === 'string' ? answer : `${answer.status} ${await answer.text()}`;
      countRetries.push(what);
      if (attempts === ATTEMPTS_MAX) {
        seen.push(what);
        return null;
      }
      await sleep(AGAIN_MS * attempts);
    }
  }

  async function play(member: SignedIn): Promise<void> {
    while (!stopped) {
      const key = randomUUID();
      const period = Math.floor(nowMs() / 30_000);
      const { drawId } = table.schedule(period);
      const body = { ...slipBody(table, [{ bet: 'big', stakeMinor: 100n }]), drawId };
      const answer = await ask(member, body, key);
      if (answer?.status === 201) {
        const { slip } = (await answer.json()) as { slip: { id: string } };
        acknowledged.push({ key, slipId: slip.id });
      } else if (answer) {
        const { code = '' } = (await answer.json()) as { code?: string };
        if (!TOO_LATE.has(code)) seen.push(`${answer.status} ${code}`);
      }
      await sleep(PAUSE_MS);
    }
  }

  const playing = members.map(play);
  return {
    acknowledged,
    countRetries,
    seen,
    async stop() {
      stopped = true;
      await Promise.all(playing);
    },
  };
}
