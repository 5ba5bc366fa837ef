import type { KeyboardEvent } from 'react';

/** Id of the menu. */
export const PAGE_MENU = 'pages';

/** Focuses the link of the open page, else the first line. */
export function focusPageMenu(): void {
  const menu = document.getElementById(PAGE_MENU);
  (menu?.querySelector<HTMLElement>('[aria-current="page"]') ?? linesOf(menu)[0])?.focus();
}

/** Arrow keys: up and down move, right unfolds a group, left folds it or leads from a link to its group. */
export function stepByKeys(event: KeyboardEvent<HTMLElement>): void {
  const lines = linesOf(event.currentTarget);
  const focused = document.activeElement as HTMLElement;
  const at = lines.indexOf(focused);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
  const next = steps[event.key];
  const isOpen = focused.ariaExpanded;
  if (next !== undefined) lines[next]?.focus();
  else if (event.key === 'ArrowRight' && isOpen === 'false') focused.click();
  else if (event.key === 'ArrowLeft' && isOpen === 'true') focused.click();
  else if (event.key === 'ArrowLeft') groupOf(focused)?.focus();
  else return;
  event.preventDefault();
}

function groupOf(link: HTMLElement): HTMLElement | null {
  const listId = link.parentElement?.id ?? '';
  return listId === '' ? null : document.querySelector<HTMLElement>(`#${PAGE_MENU} [aria-controls="${listId}"]`);
}

function linesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('a, button') ?? [])];
}
