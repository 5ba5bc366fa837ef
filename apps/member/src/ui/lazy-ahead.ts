import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

export type LazyAhead<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches it before it is shown; once it is there, it shows at once. */
  ahead(): Promise<unknown>;
};

/** A part with code of its own, fetched when it is first shown, or before. */
export function lazyAhead<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyAhead<Props> {
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  async function ahead(): Promise<ComponentType<Props>> {
    coming ??= load();
    try {
      here = await coming;
      return here;
    } catch (error) {
      coming = null;
      throw error;
    }
  }
  const shown = lazy(() => (here === null ? asDefault(ahead()) : atOnce({ default: here })));
  return Object.assign(shown, { ahead });
}

async function asDefault<Part>(part: Promise<Part>): Promise<{ default: Part }> {
  return { default: await part };
}

/** Any other promise is kept a moment later; React would show that it waits, for a third of a second at least. */
function atOnce<T>(value: T): Promise<T> {
  const kept = Promise.resolve(value);
  // biome-ignore lint/suspicious/noThenProperty: it is a promise; it only says at once what it already knows.
  return Object.assign(kept, { then: (keep: (value: T) => unknown) => Promise.resolve(keep(value)) });
}
