const WAIT_MS = 1000;

/**
 * Waits for browser storage for a second. Rejects where it is blocked or does not answer. What it was asked to write
 * may still be written later.
 */
export function withinOneSecond<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('storage does not answer')), WAIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
