import { readDeskNews } from '../../desk/threads.ts';
import type { FeedDeps } from './deps.ts';

export interface DeskNewsTeller {
  /** To be called for each NOTIFY. */
  note(payload: string): void;
  /** To be called when such messages may have been missed: whoever watches looks for himself. */
  noteGap(): void;
}

/** What is new in talks with the desk, to the member's own screens and to the staff: ids alone, never words. */
export function followDesk({ hub, staffHub }: Pick<FeedDeps, 'hub' | 'staffHub'>): DeskNewsTeller {
  return {
    note(payload) {
      const news = readDeskNews(payload);
      if (news === null) return;
      const { memberId, ...told } = news;
      staffHub.broadcast('desk', news);
      // His other screens need not know that he types.
      if (told.what !== 'typing' || told.by !== 'member') hub.send(memberId, 'desk', told);
    },
    noteGap() {
      staffHub.broadcast('desk', { what: 'missed' });
      for (const { memberId } of hub.watching()) hub.send(memberId, 'desk', { what: 'missed' });
    },
  };
}
