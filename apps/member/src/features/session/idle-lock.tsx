import { useEffect, useState } from 'react';
import { askBy } from '../../api/money/idle-lock.ts';
import { deferred } from '../../ui/deferred.tsx';
import { withWords } from '../language/active-language.ts';

const ConfirmSessionSheet = deferred(
  () => withWords(['idleLock'], async () => (await import('./confirm-session-sheet.tsx')).ConfirmSessionSheet),
  { isWanted: ({ open }) => open, close: ({ onEnd }) => onEnd(false) },
);

type End = (isUnlocked: boolean) => void;

/**
 * Asks for the login password when a call on this screen finds the session locked. The screen stays as it is, with what
 * was typed. A screen that closes meanwhile declines.
 */
export function IdleLock() {
  const [end, setEnd] = useState<End | null>(null);
  useEffect(() => {
    let pending: End | null = null;
    askBy(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setEnd(() => resolve);
        }),
    );
    return () => {
      askBy(null);
      pending?.(false);
    };
  }, []);
  return (
    <ConfirmSessionSheet
      open={end !== null}
      onEnd={(isUnlocked) => {
        setEnd(null);
        end?.(isUnlocked);
      }}
    />
  );
}
