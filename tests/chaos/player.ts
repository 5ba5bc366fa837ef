import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** What the club has acknowledged to a member. All of it must exist at the end. */
export interface Acknowledged {
  topUps: Acted[];
  /** `sentMs`: time of the first attempt, by this machine's clock. */
  slips: { id: string; drawId: string; totalMinor: string; sentMs: number; ackMs: number }[];
  withdrawals: Acted[];
}

/** `ackMs`: time of the club's confirmation, by this machine's clock. */
interface Acted {
  id: string;
  amountMinor: string;
  ackMs: number;
}

export interface Player {
  userName: string;
  acknowledged: Acknowledged;
  /** Number of refusals by request and reason. */
  refused: ReadonlyMap<string, number>;
  /** Acts until stopped. Each request repeats with the same key until it is answered. */
  play(): Promise<void>;
  /** Needed after a restore, which ends all sessions. */
  signInAgain(): Promise<void>;
  stop(): void;
}

export interface PlayerDeps {
  /** Keys of the lotteries to bet on. */
  lotteries: readonly string[];
  /** Address of the next API process. It changes each time, so that a retry reaches another process. */
  address(): string;
  cookie: string;
  userName: string;
  password: string;
  random: Random;
  /** Pays on the provider's page as the member would. */
  pay(topUpId: string): Promise<void>;
  /** Receives each answer, and null for each missing one. */
  onAnswer?(path: string, answer: Response | null): void;
}

export const PIN = '7391';
const ANSWER_MS_MAX = 8_000;
const TRY_AGAIN_MS = 40;

/** A member who tops up, bets and withdraws at random. */
export function playerOf(given: PlayerDeps): Player {
  const deps = { ...given };
  const { random } = deps;
  const acknowledged: Acknowledged = { topUps: [], slips: [], withdrawals: [] };
  const refused = new Map<string, number>();
  let stopped = false;

  /** Null when the club refuses, which also counts as an answer. */
  async function send(path: string, body: unknown, key = random.uuid()): Promise<Record<string, never> | null> {
    for (;;) {
      const answer = await call(deps, path, { body, key });
      if (answer?.ok) return (await answer.json()) as Record<string, never>;
      if (answer && answer.status < 500) {
        const { code = String(answer.status) } = (await answer.json().catch(() => ({}))) as { code?: string };
        const what = `${path.split('/').at(-1)}: ${code}`;
        refused.set(what, (refused.get(what) ?? 0) + 1);
        return null;
      }
      if (stopped) return null;
      await sleep(TRY_AGAIN_MS);
    }
  }

  async function topUp(): Promise<void> {
    const amountMinor = String(1_000 + random.whole(100) * 100);
    const made = (await send('/api/me/top-ups', { amountMinor })) as { topUp?: TopUp } | null;
    if (!made?.topUp) return;
    acknowledged.topUps.push({ id: made.topUp.id, amountMinor, ackMs: Date.now() });
    if (made.topUp.checkoutUrl !== null && random.whole(8) > 0) await deps.pay(made.topUp.id);
  }

  async function bet(): Promise<void> {
    const answer = await call(deps, `/api/lotteries/${random.pick(deps.lotteries)}`, {});
    if (!answer?.ok) return;
    const { current, table } = (await answer.json()) as Lottery;
    const stakeMinor = String(100 * (1 + random.whole(5)));
    const selections = [{ bet: random.pick(['big', 'small', 'odd', 'even']), stakeMinor }];
    const body = { drawId: current.drawId, tableHash: table.hash, selections };
    const sentMs = Date.now();
    const placed = (await send('/api/slips', body)) as { slip?: { id: string; totalMinor: string } } | null;
    if (!placed?.slip) return;
    const { id, totalMinor } = placed.slip;
    acknowledged.slips.push({ id, totalMinor, drawId: current.drawId, sentMs, ackMs: Date.now() });
  }

  async function withdraw(): Promise<void> {
    const amountMinor = String(1_000 + random.whole(50) * 10);
    const made = (await send('/api/me/withdrawals', { amountMinor, financePassword: PIN })) as Submitted | null;
    if (made?.withdrawal) acknowledged.withdrawals.push({ id: made.withdrawal.id, amountMinor, ackMs: Date.now() });
  }

  return {
    userName: deps.userName,
    acknowledged,
    refused,
    async play() {
      while (!stopped) {
        await random.pick([topUp, topUp, bet, bet, bet, withdraw])();
        await sleep(random.whole(60));
      }
    },
    async signInAgain() {
      const { userName, password } = deps;
      const answer = await call(deps, '/api/session', { body: { userName, password } });
      if (!answer?.ok) throw new Error(`${userName} cannot sign in: ${answer?.status ?? 'no answer'}`);
      deps.cookie = cookieOf(answer);
    },
    stop() {
      stopped = true;
    },
  };
}

interface TopUp {
  id: string;
  checkoutUrl: string | null;
}

interface Lottery {
  current: { drawId: string };
  table: { hash: string };
}

interface Submitted {
  withdrawal?: { id: string };
}

/** The session cookie in an answer. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

/** The header that names the member of a session cookie: the first half of the token. */
function callerOf(cookie: string): Record<string, string> {
  const [id] = cookie.split('=')[1]?.split('.') ?? [];
  if (id === undefined || id === '') return {};
  const hex = Buffer.from(id, 'base64url').toString('hex');
  return { 'tercet-caller': hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** Null without an answer. */
export async function call(
  { address, cookie, onAnswer }: Pick<PlayerDeps, 'address' | 'cookie' | 'onAnswer'>,
  path: string,
  { body, key, method }: { body?: unknown; key?: string; method?: string },
): Promise<Response | null> {
  const origin = address();
  try {
    const answer = await fetch(`${origin}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      headers: {
        cookie,
        origin,
        ...callerOf(cookie),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    onAnswer?.(path, answer);
    return answer;
  } catch {
    onAnswer?.(path, null);
    return null;
  }
}
