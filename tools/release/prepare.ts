import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestsOf } from './tree.ts';

interface Manifest {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Sets the version in every package.json and in the lock file, and the day in the changelog's heading. */
export function prepare(root: string, version: string, day: string): void {
  const paths = manifestsOf(root);
  for (const path of paths) rewrite(join(root, path), (manifest: Manifest) => withVersion(manifest, version));
  rewrite(join(root, 'package-lock.json'), (lock: Manifest & { packages: Record<string, Manifest> }) => {
    const own = new Set(paths.map((path) => path.replace(/\/?package\.json$/, '')));
    const packages = Object.entries(lock.packages).map(([path, one]) => [
      path,
      own.has(path) ? withVersion(one, version) : one,
    ]);
    return { ...lock, ...(lock.version ? { version } : {}), packages: Object.fromEntries(packages) };
  });
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, withDay(readFileSync(changelog, 'utf8'), version, day));
}

/** Dates the heading of the version, or makes one of `[Unreleased]`. */
export function withDay(changelog: string, version: string, day: string): string {
  const dated = `## [${version}] - ${day}`;
  const known = changelog.split('\n').some((line) => line.startsWith(`## [${version}]`));
  const heading = known ? `## [${version}]` : '## [Unreleased]';
  return changelog
    .split('\n')
    .map((line) => (line.startsWith(heading) ? dated : line))
    .join('\n');
}

function withVersion<Of extends Manifest>(manifest: Of, version: string): Of {
  const pinned = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).map(([name, own]) => [name, name.startsWith('@tercet/') ? version : own]));
  return {
    ...manifest,
    ...(manifest.version === undefined ? {} : { version }),
    ...(manifest.dependencies ? { dependencies: pinned(manifest.dependencies) } : {}),
    ...(manifest.devDependencies ? { devDependencies: pinned(manifest.devDependencies) } : {}),
  };
}

function rewrite<Content>(path: string, change: (content: Content) => Content): void {
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}
