import { readDeskNews } from '../../desk/threads.ts';
import type { FeedDeps } from './deps.ts';

export interface DeskEventSender {
  /** Called with the payload of each NOTIFY. */
  note(payload: string): void;
  /** Called when a NOTIFY may have been missed: all connected clients fetch again. */
  noteGap(): void;
}

/** Sends news of conversations to the member's screens and to staff. Events hold ids, never message texts. */
export function followDesk({ hub, staffHubs: { desk } }: Pick<FeedDeps, 'hub' | 'staffHubs'>): DeskEventSender {
  return {
    note(payload) {
      const news = readDeskNews(payload);
      if (news === null) return;
      const { memberId, staff, ...reported } = news;
      desk.broadcast('desk', news);
      // How staff share their work is not the member's.
      if (reported.what === 'handled') return;
      // The member's own typing is not sent to their other screens.
      if (reported.what !== 'typing' || reported.by !== 'member') hub.send(memberId, 'desk', reported);
    },
    noteGap() {
      desk.broadcast('desk', { what: 'missed' });
      for (const { memberId } of hub.watching()) hub.send(memberId, 'desk', { what: 'missed' });
    },
  };
}
