import { lazy, Suspense, useEffect, useState } from 'react';
import { idleStep } from './idle.ts';
import { session, useMe } from './store.ts';

const IdleWarning = lazy(async () => ({ default: (await import('./session-dialogs.tsx')).IdleWarning }));

const LOOK_EVERY_MS = 1_000;
/** The server records use to the minute, so it may end a session this much earlier. */
const NOTED_MS = 60_000;

/**
 * The server ends an idle session. Typing sends no calls, so this component reports it from time to time. The page
 * warns two minutes before the end and then locks itself.
 */
export function IdleWatch() {
  const { idleSeconds } = useMe();
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    let touchedAt = performance.now();
    const touch = () => {
      touchedAt = performance.now();
    };
    const timer = setInterval(() => {
      const step = idleStep({
        idleMs: idleSeconds * 1_000 - NOTED_MS,
        usedAt: session.read().usedAt,
        touchedAt,
        now: performance.now(),
      });
      setLeft(step.kind === 'warn' ? step.secondsLeft : null);
      if (step.kind === 'tell') {
        session.noteUse();
        session.renew().catch(() => {});
      }
      if (step.kind === 'end') session.noteEnd();
    }, LOOK_EVERY_MS);
    document.addEventListener('keydown', touch);
    document.addEventListener('pointerdown', touch);
    return () => {
      clearInterval(timer);
      document.removeEventListener('keydown', touch);
      document.removeEventListener('pointerdown', touch);
    };
  }, [idleSeconds]);

  const stay = () => {
    setLeft(null);
    session.renew().catch(() => {});
  };
  return <Suspense>{left === null ? null : <IdleWarning secondsLeft={left} onStay={stay} />}</Suspense>;
}
