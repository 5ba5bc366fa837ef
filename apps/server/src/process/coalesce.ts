export interface Coalesced {
  /** Starts a run. During a run, requests exactly one more run after it. */
  start(): void;
  /** Resolves when no run is active. */
  idle(): Promise<void>;
}

/**
 * Coalesces repeated requests for `work` into one run at a time. A request during a run causes exactly one more run.
 * After an error the next run waits for the result of `onFault`.
 */
export function coalesce(work: () => Promise<void>, onFault: (error: unknown) => void | Promise<void>): Coalesced {
  let running: Promise<void> | null = null;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      await work().catch(onFault);
    } while (again);
    running = null;
  }

  return {
    start() {
      if (running) again = true;
      else running = run();
    },
    async idle() {
      await running;
    },
  };
}
