import { Refusal } from '../../refusal.ts';

/** Keeps the making of files within bounds: of one member (or one kind of file of his), and of this process. */
export interface ExportLimits {
  /** Counts a file. Throws `throttled {retryAfterSeconds}` when the member had his within the window. */
  count(asked: string): void;
  /** A place for a long download; to be given back. Throws `busy` when all are taken, or the member has one. */
  enter(asked: string): () => void;
}

export interface ExportLimitsOptions {
  /** Within a window, which begins with the first file. */
  filesMax?: number;
  windowMs?: number;
  downloadsMax?: number;
  nowMs(): number;
}

const MINUTE_MS = 60_000;
const MEMBERS_KEPT_MAX = 10_000;

/** Counts in memory: nothing is written by a GET. So it holds for each process that serves the API. */
export function createExportLimits(options: ExportLimitsOptions): ExportLimits {
  const { filesMax = 12, windowMs = MINUTE_MS, downloadsMax = 2, nowMs } = options;
  const windows = new Map<string, { untilMs: number; files: number }>();
  const inside = new Set<string>();

  function forgetOld(now: number): void {
    for (const [asked, { untilMs }] of windows) if (untilMs <= now) windows.delete(asked);
  }

  return {
    count(asked) {
      const now = nowMs();
      if (windows.size >= MEMBERS_KEPT_MAX) forgetOld(now);
      const known = windows.get(asked);
      const current = known && known.untilMs > now ? known : { untilMs: now + windowMs, files: 0 };
      if (current.files >= filesMax) {
        throw new Refusal('throttled', { retryAfterSeconds: Math.ceil((current.untilMs - now) / 1_000) });
      }
      current.files += 1;
      windows.set(asked, current);
    },
    enter(asked) {
      if (inside.has(asked) || inside.size >= downloadsMax) throw new Refusal('busy');
      inside.add(asked);
      return () => void inside.delete(asked);
    },
  };
}
