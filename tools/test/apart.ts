import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of a test that puts others in the place of modules or of what the browser has, for all who come after it. */
const REPLACING = /\bvi\.(mock|doMock|resetModules)\(|fake-indexeddb\/auto/;
const NOT_SEARCHED = /node_modules|dist$|^\.data|^\.cache/;

/** The files of these patterns that replace modules, so that no other may share a process with them. */
export function replacingModules(root: string, patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: root, exclude: (path) => NOT_SEARCHED.test(path) });
  return files.filter((path) => REPLACING.test(readFileSync(join(root, path), 'utf8')));
}
