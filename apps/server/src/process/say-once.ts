const SAY_AGAIN_MS = 60_000;

/** A fault that stays is told once a minute, not at each look. */
export function sayOnce(onFault: (what: string, error: unknown) => void): (what: string, error: unknown) => void {
  const said = new Map<string, { message: string; untilMs: number }>();
  return (what, error) => {
    const message = String(error);
    const before = said.get(what);
    const nowMs = performance.now();
    if (before?.message === message && nowMs < before.untilMs) return;
    said.set(what, { message, untilMs: nowMs + SAY_AGAIN_MS });
    onFault(what, error);
  };
}
