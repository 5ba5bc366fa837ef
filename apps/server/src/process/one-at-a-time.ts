export interface OneAtATime {
  /** Runs now, or once more right after the run that is under way. */
  start(): void;
  /** Resolves when nothing runs. */
  idle(): Promise<void>;
}

/**
 * Work that is asked for again and again, and of which one run sees all that came before it. The next run waits for
 * what `onFault` returns.
 */
export function oneAtATime(work: () => Promise<void>, onFault: (error: unknown) => void | Promise<void>): OneAtATime {
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
