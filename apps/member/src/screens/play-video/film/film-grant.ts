import type { Watching } from '../../../api/shared/types.ts';

/** The leave to fetch the files of a film: for ten minutes, renewed long before its end while the film plays. */
export interface FilmGrant {
  note(watching: Watching): void;
  /** One call however many files wait for it. False: access has ended. */
  renew(): Promise<boolean>;
  /** So little of it is left that it is renewed. */
  isShort(): boolean;
}

/** Half of what the server gives. */
const SHORT_MS = 5 * 60_000;
/** What was bought ends with its time, and no asking makes the leave for it longer. */
const AGAIN_MS = 10_000;

interface FilmGrantPorts {
  /** Throws a `Problem`. */
  watch(): Promise<Watching>;
  /** Receives each new grant; returns whether it still opens the loaded film. */
  onNew(watching: Watching): boolean;
}

export function createFilmGrant({ watch, onNew }: FilmGrantPorts): FilmGrant {
  /** By this page's own clock. */
  let goodUntil = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<boolean> | null = null;
  return {
    note({ untilMs, nowMs }) {
      goodUntil = performance.now() + untilMs - nowMs;
    },
    renew() {
      askedAt = performance.now();
      renewing ??= watch()
        // Where there is no leave now, and no word against it, the file's own tries go on.
        .then(onNew, () => true)
        .finally(() => {
          renewing = null;
        });
      return renewing;
    },
    isShort() {
      const now = performance.now();
      return goodUntil - now < SHORT_MS && now - askedAt > AGAIN_MS;
    },
  };
}
