import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches tests that replace modules or browser APIs for all later tests of their process. */
const REPLACING = /\bvi\.(mock|doMock|resetModules)\(|fake-indexeddb\/auto/;
const NOT_SEARCHED = /node_modules|dist$|^\.data|^\.cache/;

/** Files that replace modules, so that no other may share their process. */
export function replacingModules(root: string, patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: root, exclude: (path) => NOT_SEARCHED.test(path) });
  return files.filter((path) => REPLACING.test(readFileSync(join(root, path), 'utf8')));
}
