import { useEffect, useEffectEvent, useState } from 'react';
import { type DeskNews, followDesk } from '../../api/members/desk-stream.ts';

/** Follows the desk for as long as the page is shown. Returns whether anything new would be heard of now. */
export function useDeskNews(onNews: (news: DeskNews) => void): boolean {
  const [isLive, setIsLive] = useState(true);
  const hear = useEffectEvent(onNews);
  useEffect(() => followDesk({ onNews: (news) => hear(news), onLive: setIsLive }), []);
  return isLive;
}
