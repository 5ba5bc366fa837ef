import { type RefObject, useEffect } from 'react';

const STILL_MS = 3000;

/** On the full screen the controls go while it plays and no hand moves: the player says so by `data-still`. */
export function useIdle(frame: RefObject<HTMLElement | null>, isPaused: boolean): void {
  useEffect(() => {
    const player = frame.current;
    if (player === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const move = () => {
      clearTimeout(timer);
      player.removeAttribute('data-still');
      if (!isPaused) timer = setTimeout(() => player.setAttribute('data-still', ''), STILL_MS);
    };
    move();
    const moves = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'fullscreenchange'] as const;
    for (const name of moves) player.addEventListener(name, move);
    return () => {
      clearTimeout(timer);
      for (const name of moves) player.removeEventListener(name, move);
    };
  }, [frame, isPaused]);
}
