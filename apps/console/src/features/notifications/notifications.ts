/** A brief message about an act, such as its confirmation. */
export interface Notification {
  id: number;
  kind: Kind;
  text: string;
}

type Kind = 'success' | 'warning' | 'error';

/** Longer messages and failures take longer to read. */
const SHOWN_MS: Record<Kind, number> = { success: 5_000, warning: 8_000, error: 10_000 };
const SHOWN_MAX = 3;

let shown: readonly Notification[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function change(next: readonly Notification[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function leave(one: Notification): void {
  clearTimeout(timers.get(one.id));
  timers.set(
    one.id,
    setTimeout(() => notifications.close(one.id), SHOWN_MS[one.kind]),
  );
}

export const notifications = {
  read: (): readonly Notification[] => shown,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  close(id: number): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    change(shown.filter((one) => one.id !== id));
  },

  /** Keeps all messages while the reader points at one or has the focus in it. */
  hold(): void {
    for (const timer of timers.values()) clearTimeout(timer);
  },

  /** Lets them go again, each after its whole time. */
  release(): void {
    for (const one of shown) leave(one);
  },
};

/** Shows a message for a few seconds. A repeated text is shown once; the oldest message makes room for a fourth. */
export function notify(text: string, kind: Kind = 'success'): void {
  for (const one of shown) if (one.text === text) notifications.close(one.id);
  for (const one of shown.slice(0, -(SHOWN_MAX - 1))) notifications.close(one.id);
  lastId += 1;
  const made = { id: lastId, kind, text };
  change([...shown, made]);
  leave(made);
}
