import { expect, test } from 'vitest';
import { isNamedFor } from './test-order.ts';

test.each([
  ['src/window.test.ts', 'src/window.ts', true],
  ['src/window-times.test.ts', 'src/window.ts', true],
  ['tests/window.test.tsx', 'src/window.ts', true],
  ['src/windows.test.ts', 'src/window.ts', false],
  ['src/window.test.ts', 'src/window-times.ts', false],
  ['src/window.test.ts', '', false],
])('%s is named for %s: %s', (testPath, sourcePath, isNamed) => {
  expect(isNamedFor(testPath, sourcePath)).toBe(isNamed);
});
