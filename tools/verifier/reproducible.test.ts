import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildVerifier } from '@tercet/dev/pages/member-app.ts';
import { committedVerifierHash } from '@tercet/dev/pages/verifier-hash.ts';
import { type TemporaryFolder, temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashIn, sha256, withHash } from './readme-hash.ts';

const ROOT = join(import.meta.dirname, '../..');
const OURS = ['contract', 'fair', 'money'];

let folder: TemporaryFolder;
let page: Buffer;
beforeAll(async () => {
  folder = temporaryFolder('tercet-verifier-');
  page = await built(join(folder.path, 'here'), join(ROOT, 'apps/member'));
});
afterAll(() => folder.remove());

async function built(outDir: string, memberApp: string): Promise<Buffer> {
  await buildVerifier(outDir, memberApp);
  return readFileSync(join(outDir, 'verifier.html'));
}

/** Copies the sources to another folder and links the packages. */
function copyTo(place: string): string {
  for (const part of ['apps/member', ...OURS.map((name) => `packages/${name}`)]) {
    cpSync(join(ROOT, part), join(place, part), {
      recursive: true,
      filter: (path) => !/node_modules|dist$/.test(path),
    });
  }
  const modules = join(ROOT, 'node_modules');
  mkdirSync(join(place, 'node_modules/@tercet'), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name !== '@tercet' && !name.startsWith('.'))
      symlinkSync(join(modules, name), join(place, 'node_modules', name));
  }
  for (const name of OURS) symlinkSync(join(place, 'packages', name), join(place, 'node_modules/@tercet', name));
  return join(place, 'apps/member');
}

describe('the verifier page', () => {
  test('comes out the same in another folder, to the last byte', async () => {
    const other = copyTo(join(folder.path, 'somewhere/else'));
    const again = await built(join(folder.path, 'there'), other);
    expect(sha256(again)).toBe(sha256(page));
  });

  test('is the one whose hash is committed, and named in the README', () => {
    const hash = sha256(page);
    expect(committedVerifierHash(), 'run npm run build -- verifier').toBe(hash);
    expect(hashIn(readFileSync(join(ROOT, 'README.md'), 'utf8'))).toBe(hash);
  });

  test('is whole: it loads nothing, and names no place of this machine', () => {
    const text = page.toString('utf8');
    const around = text.replace(/(<script type="module">).*?(<\/script>)/s, '$1$2');
    expect(around.match(/<(script|link|img|iframe)\b[^>]*>/g)).toEqual([
      '<link rel="icon" href="data:," />',
      '<script type="module">',
    ]);
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/@import|url\(/);
  });

  test('lets nothing run but what is in it', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page.toString('utf8'))?.[1] ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'sha256-[^' ]+'(;|$)/);
    expect(policy).toMatch(/style-src 'sha256-[^' ]+'(;|$)/);
    expect(policy).not.toMatch(/unsafe|data:[^;]*script|\*(?!;|\s|$)/);
  });
});

test('the README without its marks is refused, not passed over', () => {
  expect(() => hashIn('# Tercet')).toThrow('README.md');
  const readme = `a <!-- verifier-page --> \`${'0'.repeat(64)}\` <!-- /verifier-page --> b`;
  expect(hashIn(withHash(readme, 'ab'.repeat(32)))).toBe('ab'.repeat(32));
});
