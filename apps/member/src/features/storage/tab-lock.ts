/** A tab that the phone has frozen may hold the lock indefinitely. */
const WAIT_MS = 10_000;

/**
 * Runs `act` while no other tab runs anything under this name. Runs it anyway if the browser has no locks, or after ten
 * seconds, so `act` must be safe to run twice.
 */
export async function withTabLock(name: string, act: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return act();
  };
  if (locks === undefined) return begin();
  try {
    await locks.request(name, { signal: AbortSignal.timeout(WAIT_MS) }, begin);
  } catch (error) {
    if (isBegun) throw error;
    await begin();
  }
}
