import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchingQuery } from '../../api/library/videos.ts';
import { preloadPlayer, preloadScreen } from './player-loader.ts';

/** Loads the films first. */
const AFTER_FILMS_MS = 1_000;

/**
 * Loads the player's screen when the phone is idle. Only for the film list: it is larger than all of Home, where
 * touching a film loads it. hls.js waits until a film is opened.
 */
export function usePreloadedPlayer(): void {
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((act: () => void) => act());
    const timer = setTimeout(() => idle(preloadScreen), AFTER_FILMS_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Requests the grant to watch on a tap, together with the player's code. */
export function usePrefetchedWatching(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    preloadPlayer();
    void client.prefetchQuery(watchingQuery(id));
  };
}
