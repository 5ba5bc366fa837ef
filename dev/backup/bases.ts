import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';
import type { CopiedFile } from './copy.ts';

/** Metadata of a base backup, from the `base.json` beside its `cluster`. */
export interface Base {
  /** The backup's folder. */
  path: string;
  startedAt: string;
  /** Earliest moment that this base can be restored to. */
  endedAt: string;
  /** The oldest WAL segment that it needs. */
  firstLog: string;
  /** The segment without which it is not consistent. */
  lastLog: string;
  version: string;
  files: CopiedFile[];
}

const NAME = /^base-[0-9TZ-]+$/;

/** All base backups in a folder, oldest first. Throws `StartFailure` when the folder is no backup. */
export function basesIn(folder: string): Base[] {
  if (!existsSync(join(folder, 'wal'))) {
    throw new StartFailure(`${folder} contains no backup: make one with npm run club -- backup base FOLDER`);
  }
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, 'base.json')))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return { ...(JSON.parse(readFileSync(join(path, 'base.json'), 'utf8')) as Omit<Base, 'path'>), path };
    });
}

/** The newest base from which the WAL leads to a moment (milliseconds); null: to the end. Throws `StartFailure`. */
export function baseFor(folder: string, untilMs: number | null): Base {
  const bases = basesIn(folder);
  const base = bases.findLast(({ endedAt }) => untilMs === null || Date.parse(endedAt) <= untilMs);
  if (base) return base;
  if (bases[0] === undefined) throw new StartFailure(`${folder} contains no complete base backup`);
  throw new StartFailure(
    `The oldest base in ${folder} is of ${bases[0].endedAt}: it is the earliest moment that can be restored`,
  );
}

/** The folder name of a base that starts at a moment. */
export function baseName(at: Date): string {
  return `base-${at.toISOString().replaceAll(':', '').replace('.', '-')}`;
}
