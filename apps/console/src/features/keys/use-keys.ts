import { useEffect, useEffectEvent } from 'react';
import type { MessageKey } from '../language/messages.ts';
import { keyOf } from './key-of.ts';
import { areLetterKeysOn } from './letter-keys.ts';

/** A key of a page and its action. Single letters are ignored while the reader types. */
export interface Key {
  key: string;
  /** Description in the help. */
  does: MessageKey;
  act: () => void;
}

/** The current keys of each mounted component. */
const shown = new Set<() => readonly Key[]>();

/** The keys of the current page, without duplicates. */
export function keysShown(): Key[] {
  const all = [...shown].flatMap((read) => read());
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

/** Listens while the component is mounted, but not while a dialog or menu is open. */
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

/** In an open menu, letters search its entries. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="listbox"], [role="combobox"]') !== null
  );
}
