import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import type { Logger } from 'pino';
import { DAY_MS } from '../durations.ts';
import type { Running } from '../process/lifecycle.ts';
import { changedPaths, type FileHashes, hashFiles, hashOfList } from './folder-hash.ts';

/** Folder that contains `apps`, `packages` and `node_modules`. */
const ROOT = join(import.meta.dirname, '../../../..');
/** The server's own program. Tests are no part of it, since images leave them out. */
const PROGRAM = [
  ...['apps/server/club.mjs', 'apps/server/migrations', 'apps/server/package.json', 'apps/server/src'],
  ...['contract', 'fair', 'money'].flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src`]),
];
/** Installed only where tests run. */
const TEST_PACKAGE = 'node_modules/vitest';
/** Most paths named in one log line. */
const NAMED_MAX = 10;

/**
 * What is compared: the server's program, the pages that it serves to members and staff, and the packages of other
 * authors. A folder with packages for tests also has all those of tools, a gigabyte; there they are not compared.
 */
export const PROGRAM_PARTS = ['server', 'member-pages', 'console-pages', 'packages'] as const;
export type ProgramPart = (typeof PROGRAM_PARTS)[number];

export interface PartCheck {
  part: ProgramPart;
  /** SHA-256 (hex) of the list of files, as they are now; null without any. */
  sha256: string | null;
  files: number;
  /** Whether a file was added, removed or changed since the process started. */
  changed: boolean;
}

export interface ProgramCheck {
  atMs: number;
  parts: readonly PartCheck[];
}

/** Compares the files that this process runs and serves with those at its start. */
export interface SelfCheck {
  /** Reads all files. Concurrent calls share a run. */
  run(): Promise<ProgramCheck>;
  /** The last result; runs the first check if there is none. */
  last(): Promise<ProgramCheck>;
  /** The last result without waiting; null before the first. */
  known(): ProgramCheck | null;
}

export interface SelfCheckOptions {
  memberApp: string | null;
  consoleApp: string | null;
  log: Pick<Logger, 'error'>;
  root?: string;
}

export function createSelfCheck(options: SelfCheckOptions): SelfCheck {
  const atStart = new Map<ProgramPart, FileHashes>();
  let last: ProgramCheck | null = null;
  let underWay: Promise<ProgramCheck> | null = null;
  const check = async (): Promise<ProgramCheck> => {
    const parts: PartCheck[] = [];
    for (const part of PROGRAM_PARTS) {
      const files = await filesOf(part, options);
      const before = atStart.get(part) ?? files;
      atStart.set(part, before);
      const changed = changedPaths(before, files);
      if (changed.length > 0) {
        const paths = changed.slice(0, NAMED_MAX);
        options.log.error({ part, changed: changed.length, paths }, 'files of the program changed while it runs');
      }
      const sha256 = files.size === 0 ? null : hashOfList(files);
      parts.push({ part, sha256, files: files.size, changed: changed.length > 0 });
    }
    last = { atMs: Date.now(), parts };
    return last;
  };
  const run = () => {
    underWay ??= check().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  return { run, last: async () => last ?? run(), known: () => last };
}

function filesOf(part: ProgramPart, options: SelfCheckOptions): Promise<FileHashes> {
  const { memberApp, consoleApp, root = ROOT } = options;
  if (part === 'server') return hashFiles(root, PROGRAM, (path) => path.endsWith('.test.ts'));
  if (part === 'packages') return hashFiles(root, existsSync(join(root, TEST_PACKAGE)) ? [] : ['node_modules']);
  const folder = part === 'member-pages' ? memberApp : consoleApp;
  return hashFiles(folder ?? root, folder === null ? [] : ['.']);
}

/** Runs the check now and once a day. A failed run is logged, and the next one is its retry. */
export function startSelfCheck(check: SelfCheck, log: Pick<Logger, 'error'>): Running {
  const run = (): void => {
    check.run().catch((error: unknown) => log.error({ err: error }, 'the files of the program could not be read'));
  };
  run();
  const timer = setInterval(run, DAY_MS);
  return {
    async stop() {
      clearInterval(timer);
    },
  };
}
