import { moneyStatesOf } from '../../members/messages/messages.ts';
import type { FeedDeps } from './deps.ts';

export interface MessageEvents {
  /** Called for each NOTIFY. */
  note(memberId: string): void;
  /** Called when a NOTIFY may have been missed: all connected members get their state again. */
  noteGap(): void;
  /** Sends unread count and balance, as of now, once to each noted member who is connected. */
  read(): Promise<void>;
}

/** Sends members' balances and unread messages after money moved other than by bets. */
export function followMessages({ db, hub }: Pick<FeedDeps, 'db' | 'hub'>): MessageEvents {
  const noted = new Set<string>();
  let missed = false;
  return {
    note(memberId) {
      noted.add(memberId);
    },
    noteGap() {
      missed = true;
    },
    async read() {
      const [members, all] = [new Set(noted), missed];
      noted.clear();
      missed = false;
      if (members.size === 0 && !all) return;
      try {
        const watching = hub.watching().filter(({ memberId }) => all || members.has(memberId));
        for (const { memberId, available, held, unread } of await moneyStatesOf(db, watching)) {
          const balance = { availableMinor: String(available), heldMinor: String(held), slipsSettled: [] };
          hub.send(memberId, 'balance', balance);
          hub.send(memberId, 'message', { unread });
        }
      } catch (error) {
        for (const member of members) noted.add(member);
        missed ||= all;
        throw error;
      }
    },
  };
}
