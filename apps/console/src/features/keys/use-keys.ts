import { useEffect, useEffectEvent } from 'react';
import type { MessageKey } from '../language/messages.ts';
import { keyOf } from './key-of.ts';
import { areLetterKeysOn } from './letter-keys.ts';

/** A key of a page and what it does. Single letters, which do nothing while somebody types. */
export interface Key {
  key: string;
  /** For the list of keys. */
  does: MessageKey;
  act: () => void;
}

/** The keys of each part that is shown, as they are now. */
const shown = new Set<() => readonly Key[]>();

/** Those of the page as it stands, each once. */
export function keysShown(): Key[] {
  const all = [...shown].flatMap((read) => read());
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

/** Listens as long as the page is shown. Dialogs and menus keep their keys for themselves. */
export function useKeys(keys: readonly Key[]): void {
  const read = useEffectEvent(() => keys);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!areLetterKeysOn() || isCovered()) return;
    const pressed = keyOf(event);
    const found = keys.find(({ key }) => key === pressed);
    if (found === undefined) return;
    event.preventDefault();
    found.act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const now = () => read();
    shown.add(now);
    document.addEventListener('keydown', listen);
    return () => {
      shown.delete(now);
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

/** In an open menu letters look for entries. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="listbox"], [role="combobox"]') !== null
  );
}
