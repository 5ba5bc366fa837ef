import { readFile, stat } from 'node:fs/promises';
import type { CheckContext } from './check-context.ts';
import { CheckFailure } from './failure.ts';

const BYTES_MAX = 256 * 1024 * 1024;

/** The text of a file, or of standard input for "-". Throws a `CheckFailure`. */
export async function readInput({ options: { target }, surroundings }: CheckContext): Promise<string> {
  try {
    if (target === '-') return await surroundings.readInput();
    if ((await stat(target)).size > BYTES_MAX) throw new Error('it is too large');
    return await readFile(target, 'utf8');
  } catch (error) {
    throw new CheckFailure(`${target} cannot be read: ${(error as Error).message}`);
  }
}
