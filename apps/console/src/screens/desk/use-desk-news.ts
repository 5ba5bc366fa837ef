import { useEffect, useEffectEvent, useState } from 'react';
import { type DeskNews, followStaff } from '../../api/staff/staff-stream.ts';

/** Subscribes to desk events while mounted. Returns whether the stream is connected. */
export function useDeskNews(onNews: (news: DeskNews) => void): boolean {
  const [isLive, setIsLive] = useState(true);
  const hear = useEffectEvent(onNews);
  useEffect(
    () =>
      followStaff({
        onNews(news) {
          if (news.kind === 'desk') hear(news.news);
          else if (news.kind === 'missed') hear({ what: 'missed' });
        },
        onLive: setIsLive,
      }),
    [],
  );
  return isLive;
}
