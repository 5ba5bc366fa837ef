import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { coalesce } from '../../process/coalesce.ts';
import type { FeedDeps } from './deps.ts';

/** NOTIFY channel. The payload is the sending process, then the members whose money was spent there. */
export const SPENT = 'spent';

/** Milliseconds between notifications. A NOTIFY costs a commit, so bets within this time share one. */
const GATHER_MS = 100;
/** Members per notification: a payload holds 8,000 bytes, and an id with its space takes 37. */
const MEMBERS_MAX = 200;

export interface SpentEvents {
  /** Records that the member's screens at this process are up to date. Screens at other processes get a NOTIFY. */
  tell(memberId: string): void;
  /** The members of a NOTIFY whose screens at this process are out of date. */
  read(payload: string): string[];
  stop(): Promise<void>;
}

export function followSpent({ db, onFault }: Pick<FeedDeps, 'db' | 'onFault'>): SpentEvents {
  const own = randomBytes(6).toString('hex');
  const waiting = new Set<string>();

  const passOn = coalesce(
    async () => {
      if (waiting.size === 0) return;
      await sleep(GATHER_MS);
      const members = [...waiting];
      // A lost notification costs little: the draw sends the balance anyway.
      waiting.clear();
      for (let at = 0; at < members.length; at += MEMBERS_MAX) {
        const payload = [own, ...members.slice(at, at + MEMBERS_MAX)].join(' ');
        await sql`select pg_notify(${SPENT}, ${payload})`.execute(db);
      }
    },
    (error) => onFault('notifying other processes of bets', error),
  );

  return {
    tell(memberId) {
      waiting.add(memberId);
      passOn.start();
    },
    read(payload) {
      const [from, ...members] = payload.split(' ');
      return from === own ? [] : members;
    },
    stop: passOn.idle,
  };
}
