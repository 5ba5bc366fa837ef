import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealClub } from '../draw/processes.ts';
import { call, type SignedIn, slipBody } from '../http/server.ts';
import type { OpenTable } from '../kit/club.ts';

/** Members who bet one slip after the other, and ask again with the same key where no answer came. */
export interface Players {
  /** Slips that were acknowledged, each with its key. */
  acknowledged: { key: string; slipId: string }[];
  /** What came in place of an answer, or as a fault of the house: healed by asking again. */
  askedAgain: string[];
  /** What a member saw in the end that was not an answer. */
  seen: string[];
  stop(): Promise<void>;
}

const ATTEMPTS_MAX = 6;
const AGAIN_MS = 60;
const PAUSE_MS = 15;
/** A period may end between the tap and the slip: a member is told so, and bets in the next. */
const TOO_LATE = new Set(['betting-closed', 'period-not-open']);

/** Whether a status is the house's own fault. */
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
  const askedAgain: string[] = [];
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
      askedAgain.push(what);
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
    askedAgain,
    seen,
    async stop() {
      stopped = true;
      await Promise.all(playing);
    },
  };
}
