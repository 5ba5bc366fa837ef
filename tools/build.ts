import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// npm run build -- pages FOLDER | packages | sbom FOLDER | verifier | screens: builds the parts that no other command
// builds.

const ROOT = join(import.meta.dirname, '..');
const PARTS: Readonly<Record<string, { file: string; about: string }>> = {
  pages: { file: 'dev/pages/build-pages.ts', about: 'FOLDER: both apps as files, for servers and a CDN' },
  packages: { file: 'tools/build-packages.ts', about: 'the npm packages @tercet/fair and tercet, ready to publish' },
  sbom: { file: 'tools/build-sbom.ts', about: 'FOLDER: bill of materials and licence texts of the server image' },
  verifier: { file: 'tools/build-verifier.ts', about: 'the verifier page, and its published hash' },
  screens: { file: 'tests/e2e/screens/take.ts', about: 'screenshots of every screen, for review' },
};

const [name = '', ...args] = process.argv.slice(2);
const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
if (part)
  process.exitCode = spawnSync(process.execPath, [join(ROOT, part.file), ...args], { stdio: 'inherit' }).status ?? 1;
else {
  const known = Object.entries(PARTS).map(([key, { about }]) => `  npm run build -- ${key.padEnd(8)}  ${about}`);
  console.error(['Choose what to build:', ...known].join('\n'));
  process.exitCode = 2;
}
