import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchingQuery } from '../../api/library/videos.ts';
import { playerAhead } from './shown-by.ts';

/** The films themselves come first. */
const AFTER_FILMS_MS = 1_000;

/**
 * Fetches the player as soon as the phone has nothing else to do: for the screen of films alone. It is larger than all
 * of Home, where most come for something else; there a finger on a film fetches it.
 */
export function usePlayerAhead(): void {
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((act: () => void) => act());
    const timer = setTimeout(() => idle(playerAhead), AFTER_FILMS_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** The tap: the leave to watch is asked for beside the player's code. */
export function useWatchingAhead(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    playerAhead();
    void client.prefetchQuery(watchingQuery(id));
  };
}
