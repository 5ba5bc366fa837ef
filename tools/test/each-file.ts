import { afterAll, vi } from 'vitest';

// Files of unit tests share a process: what one has put in the place of time or of globals, the next must not meet.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
