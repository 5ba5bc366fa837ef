/** Messages between tabs of the console: the session is in use, or belongs to another account. */
type News = { kind: 'use' } | { kind: 'who'; id: string | null };

/** Minimum interval between messages of use. */
const TELL_EVERY_MS = 10_000;

export interface OtherTabs {
  announceUse(): void;
  /** Account of the session from now on; null: signed out. */
  announceStaff(id: string | null): void;
}

/** Channel between the tabs of a browser. They share one cookie, so each must know what the others do with it. */
export function otherTabs(on: { use(): void; who(id: string | null): void }): OtherTabs {
  const channel = new BroadcastChannel('tercet-console');
  let reportedAt = Number.NEGATIVE_INFINITY;
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.kind === 'use') on.use();
    else on.who(data.id);
  });
  const tell = (news: News): void => channel.postMessage(news);
  return {
    announceUse() {
      if (performance.now() - reportedAt < TELL_EVERY_MS) return;
      reportedAt = performance.now();
      tell({ kind: 'use' });
    },
    announceStaff: (id) => tell({ kind: 'who', id }),
  };
}
