import { type ComponentType, lazy } from 'react';

/** A screen whose file loads when it is first shown. */
export type Screen = ComponentType & {
  /** Loads the file ahead of need. */
  preload?: () => void;
};

const RETRY_MS = 700;

/** A screen in a file of its own. A failed load is tried again, since connections break for moments. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  const again = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(load);
  const screen = lazy(async () => ({ default: await load().catch(again) }));
  return Object.assign(screen, { preload: () => void load().catch(() => {}) });
}
