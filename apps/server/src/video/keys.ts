import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeOnce } from '../process/durable-file.ts';

const KEY_BYTES = 32;

/**
 * The key that grants are written with: of a folder's `film-key`, made where there is none. All that serve films of one
 * house share it, a CDN that checks grants included; with another one, what was granted before opens nothing.
 */
export async function loadFilmKey(keysDir: string): Promise<Buffer> {
  const text = await makeOnce(join(keysDir, 'film-key'), randomBytes(KEY_BYTES).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('the file film-key in the keys folder is no key');
  return key;
}
