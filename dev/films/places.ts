import { join } from 'node:path';

/** Path of a library file in the repository. */
export function placeOf(kind: 'masters' | 'covers' | 'captions' | 'words', name: string): string {
  return join(import.meta.dirname, kind, name);
}
