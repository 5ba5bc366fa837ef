import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Engine } from '../engine/podman.ts';
import { registrySettings } from '../engine/registry.ts';
import { ROOT } from '../plan.ts';
import type { ComposeFile } from './compose-file.ts';

const MINUTE_MS = 60_000;
const BUILD_MS_MAX = 20 * MINUTE_MS;
/** Packages that earlier builds have downloaded. */
const NPM_CACHE = join(ROOT, '.cache/containers-npm');

/** Builds every image of the compose file that names a build, once. Returns their names. */
export async function buildImages(engine: Engine, { services }: ComposeFile): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-build-'));
  try {
    const mounts = npmMounts(folder);
    const built = new Set<string>();
    for (const { image, build } of Object.values(services)) {
      if (!build || built.has(image)) continue;
      built.add(image);
      const context = resolve(ROOT, 'deploy', build.context);
      const target = build.target === undefined ? [] : ['--target', build.target];
      // The format of Docker, which has health checks. The network of the machine, whose registry may be a local one.
      const options = ['--format=docker', '--pull=never', '--network=host', ...mounts, ...target, '--tag', image];
      await engine.do(['build', ...options, '--file', resolve(context, build.dockerfile), context], {
        timeoutMs: BUILD_MS_MAX,
      });
    }
    return [...built];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts of a build for npm: its settings on this machine, and a cache. No image contains them. */
function npmMounts(folder: string): string[] {
  const { env, mounts } = registrySettings();
  const settings = env.map((line) => line.replace(/^npm_config_/, ''));
  const file = join(folder, 'npmrc');
  writeFileSync(file, `${settings.join('\n')}\n`);
  mkdirSync(NPM_CACHE, { recursive: true });
  return [...mounts, '--volume', `${file}:/root/.npmrc:ro`, '--volume', `${NPM_CACHE}:/root/.npm`];
}
