import { join } from 'node:path';

/** Where a file of the library lies in the repository. */
export function placeOf(kind: 'masters' | 'covers' | 'captions' | 'words', name: string): string {
  return join(import.meta.dirname, kind, name);
}
