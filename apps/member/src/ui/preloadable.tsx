import { type ComponentType, use } from 'react';
import { countRetries } from './load-failure/load-failure.ts';

export type Preloadable<Props extends object> = ComponentType<Props> & {
  /** Loads the code in advance. After that, the part renders without suspending. */
  ahead(): Promise<unknown>;
};

/** A lazily loaded part that can also be loaded in advance. It throws if its code fails to load; `askAgain` retries. */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  let shown: { turn: number; part: Promise<ComponentType<Props>> } | null = null;

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

  /** One promise until `askAgain`, since React retries a part when its promise changes. */
  function loadOnce(): Promise<ComponentType<Props>> {
    const turn = countRetries();
    if (shown?.turn !== turn) shown = { turn, part: ahead() };
    return shown.part;
  }

  function Shown(props: Props) {
    const Part = here ?? use(loadOnce());
    return <Part {...props} />;
  }
  return Object.assign(Shown, { ahead });
}
