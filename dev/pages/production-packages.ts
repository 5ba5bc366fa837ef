import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package in `package-lock.json`. */
export interface LockedPackage {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The packages of the project's lock file, by their folder. */
export function lockedPackages(root: string): Record<string, LockedPackage> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return lock.packages;
}

/** Folders of the packages in a production install of `workspace`, the project's own included. */
export function productionOf(packages: Readonly<Record<string, LockedPackage>>, workspace: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const entry = packages[path];
    if (!entry || found.has(path)) return;
    found.add(path);
    if (entry.link) {
      visit(entry.resolved ?? '');
      return;
    }
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      visit(placeOf(packages, name, path));
  };
  visit(workspace);
  return found;
}

/** Where Node resolves `name` from the package at `path`: the nearest parent folder that contains it. */
function placeOf(packages: Readonly<Record<string, LockedPackage>>, name: string, path: string): string {
  const near = `${path}/node_modules/${name}`;
  if (packages[near]) return near;
  const above = path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : '';
  return above === '' ? `node_modules/${name}` : placeOf(packages, name, above);
}

/** Name of the package at a folder of the lock file. */
export function packageName(path: string): string {
  const modules = 'node_modules/';
  return path.slice(path.lastIndexOf(modules) + modules.length);
}
