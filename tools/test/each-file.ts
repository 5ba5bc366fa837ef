import { afterAll, vi } from 'vitest';

// Unit test files share a process. This restores time and globals replaced through `vi`. Tests that replace them in
// other ways run separately (vitest.config.ts).
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
