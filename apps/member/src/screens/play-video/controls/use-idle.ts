import { type RefObject, useEffect } from 'react';

const STILL_MS = 3000;

/** Sets `data-still` on the player while a full-screen film plays without input; the controls then hide. */
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
