import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin/biome');

/** TypeScript in the repository's own format. */
export function formatted(text: string): string {
  const run = spawnSync(process.execPath, [BIN, 'format', '--stdin-file-path=generated.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    input: text,
    maxBuffer: 64 * 2 ** 20,
  });
  if (run.status !== 0) throw new Error(`biome failed: ${run.stderr}`);
  return run.stdout;
}
