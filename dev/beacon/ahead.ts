import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'ahead-ms';

/** Milliseconds that a `--movable-clock` beacon is ahead, from the file in its data folder. 0 without the file. */
export function readAheadMs(beaconDir: string): number {
  try {
    return Number(readFileSync(join(beaconDir, FILE), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Replaces the file atomically: the beacon may be reading it. */
export function writeAheadMs(beaconDir: string, ms: number): void {
  const path = join(beaconDir, FILE);
  writeFileSync(`${path}.new`, String(ms), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
