declare global {
  var vitals: { lcpMs: number; shift: number; taps: number[] };
}

interface Entry {
  startTime: number;
  duration: number;
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
}

/** The parts of the DOM used here: these files are checked without its types. */
declare const PerformanceObserver: new (
  seen: (list: { getEntries(): Entry[] }) => void,
) => { observe(options: { type: string; buffered: boolean; durationThreshold?: number }): void };

/** Runs in the page: records the vitals as the browser reports them. */
export function watchVitals(): void {
  const found = { lcpMs: 0, shift: 0, taps: [] as number[] };
  const slowest = new Map<number, number>();
  globalThis.vitals = found;
  const see = (type: string, note: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      ...(type === 'event' ? { durationThreshold: 16 } : {}),
    });
  see('largest-contentful-paint', ({ startTime }) => {
    found.lcpMs = startTime;
  });
  see('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) found.shift += value;
  });
  see('event', ({ interactionId, duration }) => {
    if (interactionId === 0) return;
    slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0));
    found.taps = [...slowest.values()];
  });
}
