import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchingQuery } from '../../api/library/videos.ts';
import { preloadPlayer } from './player-loader.ts';

/** The films themselves come first. */
const AFTER_FILMS_MS = 1_000;

/**
 * Fetches the player as soon as the phone has nothing else to do: for the screen of films alone. It is larger than all
 * of Home, where most come for something else; there a finger on a film fetches it.
 */
export function usePreloadedPlayer(): void {
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((act: () => void) => act());
    const timer = setTimeout(() => idle(preloadPlayer), AFTER_FILMS_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** The tap: the leave to watch is asked for beside the player's code. */
export function usePrefetchedWatching(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    preloadPlayer();
    void client.prefetchQuery(watchingQuery(id));
  };
}
