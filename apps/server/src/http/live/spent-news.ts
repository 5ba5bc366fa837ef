import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { coalesce } from '../../process/coalesce.ts';
import type { FeedDeps } from './deps.ts';

/** NOTIFY channel; the payload is the process that tells, and the members whose money was spent there. */
export const SPENT = 'spent';

/** A NOTIFY is a commit: not one for each bet, which would make each dearer, but one for all that came meanwhile. */
const GATHER_MS = 100;
/** A payload holds 8,000 bytes, and an id with its space 37. */
const MEMBERS_MAX = 200;

export interface SpentNews {
  /** His screens at this process were told; those at others will hear of it. */
  tell(memberId: string): void;
  /** Of a NOTIFY: the members whose screens here were told nothing yet. */
  read(payload: string): string[];
  stop(): Promise<void>;
}

export function followSpent({ db, onFault }: Pick<FeedDeps, 'db' | 'onFault'>): SpentNews {
  const own = randomBytes(6).toString('hex');
  const waiting = new Set<string>();

  const passOn = coalesce(
    async () => {
      if (waiting.size === 0) return;
      await sleep(GATHER_MS);
      const members = [...waiting];
      // One that is lost costs little: the draw tells the balance anyway.
      waiting.clear();
      for (let at = 0; at < members.length; at += MEMBERS_MAX) {
        const payload = [own, ...members.slice(at, at + MEMBERS_MAX)].join(' ');
        await sql`select pg_notify(${SPENT}, ${payload})`.execute(db);
      }
    },
    (error) => onFault('telling other processes of bets', error),
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
