import { type ComponentType, createElement, lazy, useState } from 'react';

/** A screen whose file loads when it is first shown. */
export type Screen = ComponentType & {
  /** Loads the file ahead of need. Never rejects. */
  preload?: () => Promise<void>;
};

const RETRY_MS = 700;

/** A screen in a file of its own. A failed load is tried again, since connections break for moments. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null;
  const take = async () => {
    loaded = await load();
    return loaded;
  };
  const again = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(take);
  const Lazy = lazy(async () => ({ default: await take().catch(again) }));
  /** React shows the placeholder of a lazy component for 300 ms even if its file is there. */
  function LazyScreen() {
    const [Shown] = useState(() => loaded ?? Lazy);
    return createElement(Shown);
  }
  const preload = () =>
    take().then(
      () => {},
      () => {},
    );
  return Object.assign(LazyScreen, { preload });
}
