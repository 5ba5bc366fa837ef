import { onPhone } from '@tercet/contract/text-storage.ts';
import { useState } from 'react';
import { type GroupSize, openGroups, withGroup } from './open-groups.ts';

const STORED = 'tercet.console.menu';

/**
 * Which groups of the menu are unfolded, kept in this browser. The group of the open page unfolds when the reader comes
 * to it by a link elsewhere.
 */
export function useOpenGroups(groups: readonly GroupSize[], always: number, here: string | undefined) {
  const [opened, setOpened] = useState(() => stored() ?? groups.map(({ name }) => name));
  const [lastHere, setLastHere] = useState<string>();
  const open = openGroups(groups, opened, always);
  if (here !== undefined && here !== lastHere) {
    setLastHere(here);
    if (!open.has(here)) setOpened(withGroup(opened, here, true));
  }
  return {
    open,
    turn(name: string) {
      const next = withGroup(opened, name, !open.has(name));
      setOpened(next);
      onPhone.write(STORED, next.join(' '));
    },
  };
}

function stored(): string[] | null {
  return onPhone.read(STORED)?.split(' ').filter(Boolean) ?? null;
}
