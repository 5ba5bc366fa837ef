import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** As `mkdir -p`. The recursive mode of `mkdirSync` never returns where the system forbids new entries, as in /proc. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), 0o755);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}
