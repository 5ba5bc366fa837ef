import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What a release depends on, read from a checkout. */
export interface Tree {
  /** Changed and untracked files. */
  changed: string[];
  /** Commit of HEAD. */
  commit: string;
  /** Version of each workspace, by the path of its package.json. */
  versions: Record<string, string>;
  changelog: string;
}

const VERSION = /^\d+\.\d+\.\d+$/;

export function readTree(root: string): Tree {
  return {
    changed: git(root, ['status', '--porcelain']).split('\n').filter(Boolean),
    commit: git(root, ['rev-parse', 'HEAD']).trim(),
    versions: Object.fromEntries(
      manifestsOf(root).map((path) => [path, JSON.parse(readFileSync(join(root, path), 'utf8')).version]),
    ),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  };
}

/** The package.json of the root and of each workspace. */
export function manifestsOf(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  const found = workspaces.flatMap((pattern) => globSync(join(root, pattern, 'package.json')));
  return ['package.json', ...found.map((path) => relative(root, path)).sort()];
}

function git(root: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}

/** Why this tree cannot be released as `version`; empty if it can. */
export function treeFaults(tree: Tree, version: string): string[] {
  if (!VERSION.test(version)) return [`${version} is no version: three numbers are needed, such as 0.2.0`];
  const faults = Object.entries(tree.versions)
    .filter(([, own]) => own !== version)
    .map(([path, own]) => `${path} has version ${own}: run npm run release -- ${version} --prepare`);
  const heading = tree.changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  if (heading === undefined) faults.push(`CHANGELOG.md has no heading for ${version}`);
  else if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) faults.push(`CHANGELOG.md has no day in “${heading}”`);
  const first = /^## \[([^\]]+)\]/m.exec(tree.changelog)?.[1];
  if (heading !== undefined && first !== version) faults.push(`CHANGELOG.md has ${first} above ${version}`);
  if (tree.changed.length > 0)
    faults.push(`${tree.changed.length} files are not committed: ${tree.changed[0]?.trim()}`);
  return faults;
}
