const REPEAT_MS = 60_000;

/** Reports the same fault at most once a minute. */
export function throttleFaults(
  onFault: (what: string, error: unknown) => void,
): (what: string, error: unknown) => void {
  const passed = new Map<string, { message: string; untilMs: number }>();
  return (what, error) => {
    const message = String(error);
    const before = passed.get(what);
    const nowMs = performance.now();
    if (before?.message === message && nowMs < before.untilMs) return;
    passed.set(what, { message, untilMs: nowMs + REPEAT_MS });
    onFault(what, error);
  };
}
