import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE } from '@tercet/dev/start/compile-cache.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';

const MAKE = join(import.meta.dirname, 'make-club-folder.ts');
/** Tells the workers the folder, by their environment. */
const VARIABLE = 'TERCET_CLUB_FOLDER';

/** Makes the data folder that the run's clubs start from. Returns what removes it. */
export async function makeClubFolder(): Promise<() => void> {
  const { path, remove } = temporaryFolder('tercet-club-folder-');
  const { PATH, HOME, TMPDIR } = process.env;
  try {
    await promisify(execFile)(process.execPath, [MAKE, path], { env: { ...COMPILE_CACHE, PATH, HOME, TMPDIR } });
  } catch (error) {
    remove();
    throw error;
  }
  process.env[VARIABLE] = path;
  return remove;
}

/** Copies that folder into a club's own. Does nothing outside a run of the journeys. */
export function copyClubFolder(dataDir: string): void {
  const made = process.env[VARIABLE];
  if (made !== undefined) cpSync(made, dataDir, { recursive: true });
}
