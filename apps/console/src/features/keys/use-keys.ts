import { useEffect, useEffectEvent } from 'react';

/** Keys of a page by what they do; single letters, which do nothing while somebody types. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Listens as long as the page is shown. Dialogs keep their keys for themselves. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const act = keys[event.key];
    if (act === undefined || document.querySelector('[role="dialog"]') !== null) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="listbox"], [role="combobox"]') !== null
  );
}
