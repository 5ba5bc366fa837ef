/** Messages between tabs of the console: the session is in use, or belongs to another account. */
type News = { kind: 'use' } | { kind: 'who'; id: string | null };

/** Minimum interval between messages of use. */
const TELL_EVERY_MS = 10_000;

export interface OtherTabs {
  tellUse(): void;
  /** Account of the session from now on; null: signed out. */
  tellWho(id: string | null): void;
}

/** Channel between the tabs of a browser. They share one cookie, so each must know what the others do with it. */
export function otherTabs(on: { use(): void; who(id: string | null): void }): OtherTabs {
  const channel = new BroadcastChannel('tercet-console');
  let toldAt = Number.NEGATIVE_INFINITY;
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.kind === 'use') on.use();
    else on.who(data.id);
  });
  const tell = (news: News): void => channel.postMessage(news);
  return {
    tellUse() {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      tell({ kind: 'use' });
    },
    tellWho: (id) => tell({ kind: 'who', id }),
  };
}
