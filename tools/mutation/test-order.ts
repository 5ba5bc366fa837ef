import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mutatedFile } from './run-settings.ts';

/**
 * Orders test files so that mutants die early: first those named after the mutated file, then those that failed in
 * their last run, then shorter ones. Mutants in one place tend to be killed by the same file.
 */
export class LikelyKillersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = mutatedFile();
    const rank = (file: TestSpecification) => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      return rankOf(isNamedFor(file.moduleId, mutated), last?.failed ?? false) + (last?.duration ?? 0);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Greater than any duration in milliseconds. */
const STEP = 1e9;

function rankOf(isNamed: boolean, hasFailed: boolean): number {
  return (isNamed ? 0 : 2 * STEP) + (hasFailed ? 0 : STEP);
}

/** Whether a test file is named after a source file, such as `window-times.test.ts` after `window.ts`. */
export function isNamedFor(testPath: string, sourcePath: string): boolean {
  const [test, source] = [testPath, sourcePath].map((path) => basename(path).replace(/(\.test)?\.tsx?$/, ''));
  return source !== '' && (test === source || `${test}`.startsWith(`${source}-`));
}
