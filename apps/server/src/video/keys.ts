import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeOnce } from '../process/durable-file.ts';

const KEY_BYTES = 32;

/**
 * Loads the key of grants from `film-key` in the keys folder, or creates it. All servers of one house's films share
 * it, including a CDN that verifies grants. A new key invalidates all earlier grants.
 */
export async function loadFilmKey(keysDir: string): Promise<Buffer> {
  const text = await makeOnce(join(keysDir, 'film-key'), randomBytes(KEY_BYTES).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('the file film-key in the keys folder is not a key');
  return key;
}
