import { type ComponentType, use } from 'react';
import { askedAgain } from './load-failure/load-failure.ts';

export type Preloadable<Props extends object> = ComponentType<Props> & {
  /** Fetches it before it is shown; once it is there, it shows at once. */
  ahead(): Promise<unknown>;
};

/**
 * A part with code of its own, fetched when it is first shown, or before. Where its code is lost it throws, and is
 * asked for again after `askAgain`.
 */
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

  /** The same promise until all is asked for again: React draws a part anew once its promise has failed. */
  function asked(): Promise<ComponentType<Props>> {
    const turn = askedAgain();
    if (shown?.turn !== turn) shown = { turn, part: ahead() };
    return shown.part;
  }

  function Shown(props: Props) {
    const Part = here ?? use(asked());
    return <Part {...props} />;
  }
  return Object.assign(Shown, { ahead });
}
