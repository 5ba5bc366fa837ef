import { Refusal } from '../../refusal.ts';

/** Keeps the making of files within bounds: of one member, and of this process. */
export interface ExportLimits {
  /** Counts a file. Throws `throttled {retryAfterSeconds}` when the member had his within the last minute. */
  count(memberId: string): void;
  /** A place for a long download; to be given back. Throws `busy` when all are taken, or the member has one. */
  enter(memberId: string): () => void;
}

export interface ExportLimitsOptions {
  filesPerMinute?: number;
  downloadsMax?: number;
  nowMs(): number;
}

const WINDOW_MS = 60_000;
const MEMBERS_KEPT_MAX = 10_000;

/** Counts in memory: nothing is written by a GET. So it holds for each process that serves the API. */
export function createExportLimits(options: ExportLimitsOptions): ExportLimits {
  const { filesPerMinute = 12, downloadsMax = 2, nowMs } = options;
  const windows = new Map<string, { untilMs: number; files: number }>();
  const inside = new Set<string>();

  function forgetOld(now: number): void {
    for (const [memberId, { untilMs }] of windows) if (untilMs <= now) windows.delete(memberId);
  }

  return {
    count(memberId) {
      const now = nowMs();
      if (windows.size >= MEMBERS_KEPT_MAX) forgetOld(now);
      const known = windows.get(memberId);
      const current = known && known.untilMs > now ? known : { untilMs: now + WINDOW_MS, files: 0 };
      if (current.files >= filesPerMinute) {
        throw new Refusal('throttled', { retryAfterSeconds: Math.ceil((current.untilMs - now) / 1_000) });
      }
      current.files += 1;
      windows.set(memberId, current);
    },
    enter(memberId) {
      if (inside.has(memberId) || inside.size >= downloadsMax) throw new Refusal('busy');
      inside.add(memberId);
      return () => void inside.delete(memberId);
    },
  };
}
