import { standingsOf } from '../../members/messages/messages.ts';
import type { FeedDeps } from './deps.ts';

export interface MessageNews {
  /** To be called for each NOTIFY. */
  note(memberId: string): void;
  /** To be called when such messages may have been missed: everyone who watches is told anew. */
  noteGap(): void;
  /** Tells those who watch and were noted, each once: unread messages and the balance, as they are now. */
  read(): Promise<void>;
}

/** What happened to a member's money beside bets, as his screens hear of it. */
export function followMessages({ db, hub }: Pick<FeedDeps, 'db' | 'hub'>): MessageNews {
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
        for (const { memberId, available, held, unread } of await standingsOf(db, watching)) {
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
