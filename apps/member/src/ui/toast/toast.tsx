import { useSyncExternalStore } from 'react';
import styles from './toast.module.css';

const SHOWN_MS = 4000;

interface Toast {
  id: number;
  text: string;
}

let current: Toast | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast at the top of the page; it replaces the previous one. */
export function say(text: string, shownMs = SHOWN_MS): void {
  clearTimeout(timer);
  count += 1;
  set({ id: count, text });
  timer = setTimeout(() => set(null), shownMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {toast === null ? null : (
        <p key={toast.id} className={styles.toast}>
          {toast.text}
        </p>
      )}
    </div>
  );
}
