import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestOf, PACKAGES, type Published } from './manifests.ts';

const COMPILER = 'node_modules/typescript7/bin/tsc';

/**
 * Builds every package of `PACKAGES` from the sources in `root` into a folder of its own under `out`. Replaces what is
 * there. Returns the folders. Throws with the compiler's output where the sources do not compile.
 */
export function buildPackages(root: string, out: string): string[] {
  return PACKAGES.map((published) => buildPackage(root, out, published));
}

function buildPackage(root: string, out: string, published: Published): string {
  const folder = join(out, published.folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compile(root, out, published);
  for (const path of published.copied)
    cpSync(join(root, published.source, path), join(folder, path), { recursive: true });
  for (const [path, text] of Object.entries(published.programs)) writeProgram(join(folder, path), text);
  copyFileSync(join(root, published.source, 'npm/README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(root, published), null, 2)}\n`);
  return folder;
}

/** Emits JavaScript and declarations. Packages of ours are resolved to the declarations that are built already. */
function compile(root: string, out: string, { source, folder }: Published): void {
  const settings = mkdtempSync(join(tmpdir(), 'tercet-package-'));
  const sources = join(root, source, 'src');
  const built = (name: string) => join(out, name, 'dist/index.d.ts');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      typeRoots: [join(root, 'node_modules/@types')],
      paths: folder === 'fair' ? {} : { '@tercet/fair': [built('fair')] },
      rootDir: sources,
      outDir: join(out, folder, 'dist'),
    },
    include: [join(sources, '**/*.ts')],
    exclude: [join(sources, '**/*.test.ts')],
  };
  try {
    const path = join(settings, 'tsconfig.json');
    writeFileSync(path, JSON.stringify(config));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, COMPILER), '-p', path], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${source} does not compile:\n${stdout}${stderr}`);
  } finally {
    rmSync(settings, { recursive: true, force: true });
  }
  nameEmitted(join(out, folder, 'dist'));
}

/** A module in a declaration, as `from './bytes.ts'` or `import('./bytes.ts')`. */
const MODULE_NAME = /((?:from |import\()'\.[^'\n]*)\.ts'/g;

/** Declarations name the emitted modules: the compiler leaves the names of the sources there. */
function nameEmitted(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.d.ts')) continue;
    const path = join(folder, entry);
    writeFileSync(path, readFileSync(path, 'utf8').replace(MODULE_NAME, "$1.js'"));
  }
}

function writeProgram(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
