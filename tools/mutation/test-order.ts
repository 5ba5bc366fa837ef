import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Orders test files so that a mutant dies early: those that failed in their last run come first, since mutants of one
 * place tend to be killed by the same file; then the shorter ones.
 */
export class LikelyKillersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      return last?.failed ? -1 : (last?.duration ?? 0);
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}
