import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const IMAGE_MS_MAX = 1_800_000;

/** The container engine of this machine; null if none answers. */
export function findEngine(): string | null {
  const answers = (program: string) => spawnSync(program, ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  return ['podman', 'docker'].find(answers) ?? null;
}

/** Builds the server's image and saves it as an archive. */
export function writeImage(engine: string, root: string, out: string, version: string): void {
  const tag = `tercet:${version}`;
  const file = join(out, `tercet-image-${version}.tar`);
  run(engine, ['build', '-f', 'deploy/Containerfile', '--target', 'server', '-t', tag, '.'], root);
  run(engine, ['save', '-o', file, tag], root);
}

function run(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit', timeout: IMAGE_MS_MAX });
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
}
