const WAIT_MS = 1000;

/**
 * Waits up to a second for browser storage. Rejects if `work` fails or does not answer. A write may still happen after
 * a rejection.
 */
export function withinOneSecond<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('storage does not answer')), WAIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
