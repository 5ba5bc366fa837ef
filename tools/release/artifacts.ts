import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildVerifier } from '@tercet/dev/pages/member-app.ts';
import { licenceTexts } from '@tercet/dev/pages/third-party-licences.ts';
import { type ApiDocument, type Part, partOf } from '@tercet/server/http/api-document/parts.ts';
import { sbomOf } from '../build-sbom.ts';
import { buildPackages } from '../packages/build.ts';

/** The project that runs this code. */
const ROOT = join(import.meta.dirname, '../..');
const PACK_MS_MAX = 120_000;
const DOCUMENTS: Record<Part, string> = { members: 'openapi.json', console: 'console-openapi.json' };

/** Writes the npm packages as tarballs, from the sources in `root`. */
export function writePackages(root: string, out: string): void {
  const built = mkdtempSync(join(tmpdir(), 'tercet-release-'));
  try {
    for (const folder of buildPackages(root, built)) pack(folder, out);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Packs as `npm publish` does. npm writes fixed times into the tarball. */
function pack(folder: string, out: string): void {
  const { npm_execpath: npm } = process.env;
  const [program, first] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', out];
  const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: PACK_MS_MAX });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}: ${stderr}`);
}

/** Writes the bill of materials and the licence texts of the server. */
export function writeSbom(out: string): void {
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(sbomOf('apps/server'), null, 2)}\n`);
  writeFileSync(
    join(out, 'third-party-licences.txt'),
    licenceTexts(ROOT, ['apps/server', 'apps/member', 'apps/console']),
  );
}

/** Writes the checking page, one file, from the sources of a members' app. */
export async function writeVerifier(out: string, memberApp = join(ROOT, 'apps/member')): Promise<void> {
  const built = mkdtempSync(join(tmpdir(), 'tercet-release-'));
  try {
    await buildVerifier(built, memberApp);
    copyFileSync(join(built, 'verifier.html'), join(out, 'verifier.html'));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Writes the API documents that a club of this version serves. */
export function writeApiDocuments(out: string): void {
  const whole: ApiDocument = JSON.parse(readFileSync(join(ROOT, 'packages/contract/openapi.json'), 'utf8'));
  for (const [part, name] of Object.entries(DOCUMENTS) as [Part, string][]) {
    writeFileSync(join(out, name), `${JSON.stringify(partOf(whole, part), null, 2)}\n`);
  }
}

/** Writes both web apps as files to `pages/`. */
export function writePages(out: string): void {
  const program = join(ROOT, 'dev/pages/build-pages.ts');
  const { status } = spawnSync(process.execPath, [program, join(out, 'pages')], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error('the pages were not built');
}

/** Writes `SHA256SUMS`, as `sha256sum --check` reads it, over all files of the folder. */
export function writeSums(out: string): string {
  const files = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'SHA256SUMS')
    .sort();
  const lines = files.map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  const text = lines.join('');
  writeFileSync(join(out, 'SHA256SUMS'), text);
  return text;
}

/** Makes the folder; throws if it has files, since old ones would be released with the new. */
export function makeEmpty(out: string): void {
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) throw new Error(`${out} is not empty`);
}
