import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const STORED_AS = 'tercet.theme';
const listeners = new Set<() => void>();
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function read(): Theme {
  const stored = onPhone.read(STORED_AS);
  return themes.find((theme) => theme === stored) ?? 'system';
}

let chosen = read();

function show(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches);
  const root = document.documentElement;
  root.dataset.theme = dark ? 'dark' : 'light';
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper);
}

/** Applies the chosen theme, and follows the system if that is the choice. Call once, at start. */
export function followAppearance(): void {
  show();
  systemIsDark.addEventListener('change', show);
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  onPhone.write(STORED_AS, theme);
  show();
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}
