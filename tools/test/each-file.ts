import { afterAll, vi } from 'vitest';

// Files of unit tests share a process: what one has put in the place of time or of globals by `vi`, the next must not
// meet. Those that do it in other ways run apart (vitest.config.ts).
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
