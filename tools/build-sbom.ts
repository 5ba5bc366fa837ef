import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
// By path: the image has this workspace's packages only.
import { lockedPackages, packageName, productionOf } from '../dev/pages/production-packages.ts';
import { LICENCES, licenceTexts } from '../dev/pages/third-party-licences.ts';

// npm run build -- sbom FOLDER: the software bill of materials of the server's image (CycloneDX, written by npm), and
// the licence texts of its packages. Both depend on the installed packages alone, and are the same for each build.

const ROOT = join(import.meta.dirname, '..');
const WORKSPACE = 'apps/server';
const SBOM = 'sbom.cdx.json';
const OUTPUT_BYTES_MAX = 64 * 2 ** 20;

interface Sbom {
  bomFormat: string;
  serialNumber?: string;
  metadata: { timestamp?: string; component?: { name: string } };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** npm's own bill, reduced to a production install of `workspace`. Throws npm's first line of complaint. */
export function sbomOf(workspace: string): Sbom {
  const { npm_execpath: npm } = process.env;
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  // npm's own choice of a workspace leaves out packages that a development package needs, too.
  const options = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { status, stdout, stderr } = spawnSync(program, [...first, ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr?.trim().split('\n')[0] ?? 'npm 10 or newer is needed'}`);
  return unvarying(shippedOf(JSON.parse(stdout) as Sbom, workspace));
}

function shippedOf(sbom: Sbom, workspace: string): Sbom {
  const packages = lockedPackages(ROOT);
  const shipped = new Set(
    [...productionOf(packages, workspace)].map((path) => `${packageName(path)} ${packages[path]?.version}`),
  );
  const components = sbom.components.filter(({ name, version }) => shipped.has(`${name} ${version}`));
  const refs = new Set(components.map((one) => one['bom-ref']));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...sbom, components, dependencies };
}

/** Without the time of its writing and the name of the folder, and with a number that follows from its content. */
function unvarying(sbom: Sbom): Sbom {
  const { timestamp: _, ...stated } = sbom.metadata;
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string };
  const metadata = stated.component ? { ...stated, component: { ...stated.component, name } } : stated;
  const { serialNumber: __, ...rest } = sbom;
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...rest, metadata }))
    .digest('hex');
  // A UUID of version 8: its bits are the maker's own.
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(13, 16),
    hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return { ...rest, serialNumber: `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`, metadata };
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  if (folder === '') {
    console.error('Usage: npm run build -- sbom FOLDER');
    process.exit(2);
  }
  mkdirSync(resolve(folder), { recursive: true });
  const sbom = sbomOf(WORKSPACE);
  writeFileSync(join(folder, SBOM), `${JSON.stringify(sbom, null, 2)}\n`);
  writeFileSync(join(folder, LICENCES), licenceTexts(ROOT, [WORKSPACE]));
  console.log(`${sbom.components.length} packages: ${join(folder, SBOM)}, ${join(folder, LICENCES)}`);
}
