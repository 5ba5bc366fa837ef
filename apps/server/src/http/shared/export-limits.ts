import { MINUTE_MS } from '../../durations.ts';
import { Refusal } from '../../refusal.ts';

/** Limits on file generation: per member (or per member and kind of file), and for this process. */
export interface ExportLimits {
  /** Counts a file. Throws `throttled {retryAfterSeconds}` if the member reached the limit of the window. */
  count(requested: string): void;
  /**
   * Takes a slot for a long download; returns the function that releases it. Throws `busy` if all slots are taken or
   * the member already has one.
   */
  enter(requested: string): () => void;
}

export interface ExportLimitsOptions {
  /** Files per window. A window begins with its first file. */
  filesMax?: number;
  windowMs?: number;
  downloadsMax?: number;
  nowMs(): number;
}

const MEMBERS_KEPT_MAX = 10_000;

/** Counts in memory, since a GET writes nothing. The limits therefore apply to each API process separately. */
export function createExportLimits(options: ExportLimitsOptions): ExportLimits {
  const { filesMax = 12, windowMs = MINUTE_MS, downloadsMax = 2, nowMs } = options;
  const windows = new Map<string, { untilMs: number; files: number }>();
  const inside = new Set<string>();

  function forgetOld(now: number): void {
    for (const [requested, { untilMs }] of windows) if (untilMs <= now) windows.delete(requested);
  }

  return {
    count(requested) {
      const now = nowMs();
      if (windows.size >= MEMBERS_KEPT_MAX) forgetOld(now);
      const known = windows.get(requested);
      const current = known && known.untilMs > now ? known : { untilMs: now + windowMs, files: 0 };
      if (current.files >= filesMax) {
        throw new Refusal('throttled', { retryAfterSeconds: Math.ceil((current.untilMs - now) / 1_000) });
      }
      current.files += 1;
      windows.set(requested, current);
    },
    enter(requested) {
      if (inside.has(requested) || inside.size >= downloadsMax) throw new Refusal('busy');
      inside.add(requested);
      return () => void inside.delete(requested);
    },
  };
}
