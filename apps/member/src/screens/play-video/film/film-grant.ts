import type { Watching } from '../../../api/shared/types.ts';

/** Grant to fetch the files of a film. It lasts ten minutes and is renewed early while the film plays. */
export interface FilmGrant {
  note(watching: Watching): void;
  /** Requests a new grant; concurrent callers share one request. False: the new grant does not open the loaded film. */
  renew(): Promise<boolean>;
  /** True if the remaining time is short, so that it should be renewed. */
  isShort(): boolean;
}

/** Half of the server's duration. */
const SHORT_MS = 5 * 60_000;
/** Minimum interval between renewals. A purchase may end soon, and a new grant does not outlast it. */
const AGAIN_MS = 10_000;

interface FilmGrantPorts {
  /** Throws a `Problem`. */
  watch(): Promise<Watching>;
  /** Receives each new grant; returns whether it still opens the loaded film. */
  onNew(watching: Watching): boolean;
}

export function createFilmGrant({ watch, onNew }: FilmGrantPorts): FilmGrant {
  /** By the monotonic clock of this page. */
  let goodUntil = 0;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<boolean> | null = null;
  return {
    note({ untilMs, nowMs }) {
      goodUntil = performance.now() + untilMs - nowMs;
    },
    renew() {
      requestedAt = performance.now();
      renewing ??= watch()
        // A failed request is not a refusal, so the file's retries continue.
        .then(onNew, () => true)
        .finally(() => {
          renewing = null;
        });
      return renewing;
    },
    isShort() {
      const now = performance.now();
      return goodUntil - now < SHORT_MS && now - requestedAt > AGAIN_MS;
    },
  };
}
