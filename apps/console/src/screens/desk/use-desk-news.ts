import { useEffect, useEffectEvent, useState } from 'react';
import { type DeskNews, followDesk } from '../../api/members/desk-stream.ts';

/** Subscribes to desk events while mounted. Returns whether the stream is connected. */
export function useDeskNews(onNews: (news: DeskNews) => void): boolean {
  const [isLive, setIsLive] = useState(true);
  const hear = useEffectEvent(onNews);
  useEffect(() => followDesk({ onNews: (news) => hear(news), onLive: setIsLive }), []);
  return isLive;
}
