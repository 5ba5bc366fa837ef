import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildVerifier } from '@tercet/dev/pages/member-app.ts';
import { commitVerifierHash } from '@tercet/dev/pages/verifier-hash.ts';
import { sha256, withHash } from './verifier/readme-hash.ts';

// npm run build -- verifier: builds the verifier's page and writes its SHA-256 where it is published.

const ROOT = join(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist/verifier');
const README = join(ROOT, 'README.md');

await buildVerifier(OUT);
const page = join(OUT, 'verifier.html');
const hash = sha256(readFileSync(page));
commitVerifierHash(hash);
writeFileSync(README, withHash(readFileSync(README, 'utf8'), hash));
console.log(`${hash}  ${relative(process.cwd(), page)}`);
