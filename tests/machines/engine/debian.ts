import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, run } from './podman.ts';

const MINUTE_MS = 60_000;

/** A minimal Debian as an image. */
export interface DebianRoot {
  name: string;
  suite: string;
  /** Packages beside the essential ones. */
  more: readonly string[];
}

/** A clean Debian 12 with systemd, as on a server. */
export const DEBIAN_SERVER: DebianRoot = {
  name: 'localhost/tercet-test-debian:12',
  suite: 'bookworm',
  more: ['systemd-sysv', 'dbus'],
};

/**
 * Makes an image of a minimal Debian from Debian's packages, with the mirror that `debootstrap` uses on this machine.
 * Does nothing if the image exists.
 */
export async function makeDebian(engine: Engine, { name, suite, more }: DebianRoot): Promise<void> {
  if ((await engine.try(['image', 'exists', name])).code === 0) return;
  // Not in memory, where no device files may be made.
  const folder = mkdtempSync(join(tmpdir(), 'tercet-debian-'));
  try {
    const root = join(folder, 'root');
    const include = more.length > 0 ? [`--include=${more.join(',')}`] : [];
    const made = await run('debootstrap', ['--variant=minbase', ...include, suite, root], {
      timeoutMs: 10 * MINUTE_MS,
    });
    if (made.code !== 0) throw new Error(`debootstrap failed: ${made.stdout.trim().split('\n').slice(-5).join('\n')}`);
    const archive = join(folder, 'root.tar');
    // Downloaded packages are not part of a fresh system.
    const left = ['./var/cache/apt/archives/*.deb', './dev/*', './proc/*', './sys/*'].map(
      (path) => `--exclude=${path}`,
    );
    const packed = await run('tar', ['-C', root, ...left, '-cf', archive, '.']);
    if (packed.code !== 0) throw new Error(`tar failed: ${packed.stderr}`);
    await engine.do(['import', '--quiet', archive, name]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
