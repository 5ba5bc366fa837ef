import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';

/** A separate disk that can be filled. */
export interface SmallDisk {
  /** Leaves almost no free space. */
  fill(): void;
  /** Frees the space again. */
  clear(): void;
  /** Removes the disk with its content. */
  remove(): void;
}

const SIZE_BYTES = 6 * 2 ** 30;
const LEFT_BYTES = 128 * 1024;
/** Set by `withOwnMounts` in the child process. */
const MARK = 'TERCET_CHAOS_MOUNTS';

/**
 * Runs this program again in its own mount namespace, so that its disks are private and disappear with it. Returns the
 * exit code. Null where the system forbids it (it needs root) or in the child process.
 */
export function withOwnMounts(): number | null {
  if (process.env[MARK] !== undefined || process.getuid?.() !== 0) return null;
  const may = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
  if (may.status !== 0) return null;
  const command = ['--mount', '--kill-child', '--fork', process.execPath, ...process.argv.slice(1)];
  const run = spawnSync('unshare', command, { stdio: 'inherit', env: { ...process.env, [MARK]: 'yes' } });
  return run.status ?? 1;
}

/** Null when disks cannot be mounted; then the disk-full fault is left out. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  if (process.env[MARK] === undefined) return null;
  const sizeOf = (bytes: number) => `size=${Math.ceil(bytes / 1024)}k`;
  mount('-t', 'tmpfs', '-o', `mode=0711,${sizeOf(SIZE_BYTES)}`, 'tmpfs', folder);
  return {
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder);
      mount('-o', `remount,${sizeOf((blocks - bfree) * bsize + LEFT_BYTES)}`, folder);
    },
    clear: () => mount('-o', `remount,${sizeOf(SIZE_BYTES)}`, folder),
    remove() {
      spawnSync('umount', ['--lazy', folder]);
    },
  };
}

function mount(...args: string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${stderr.trim()}`);
}
