/** What tabs of the console tell each other: that the session is in use, and whose it is now. */
type News = { kind: 'use' } | { kind: 'who'; id: string | null };

/** Use is told at most so often. */
const TELL_EVERY_MS = 10_000;

export interface OtherTabs {
  tellUse(): void;
  /** Whose session it is from now on; null: nobody's. */
  tellWho(id: string | null): void;
}

/** The tabs of one browser share one cookie: each has to know what the others do with it. */
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
