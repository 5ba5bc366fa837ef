import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEMBER_APP } from './member-app.ts';

const PAGE = 'verifier.html';
const FILE = join(MEMBER_APP, 'verifier', `${PAGE}.sha256`);

/** SHA-256 (hex) of the verifier's page as it is committed: `npm run build -- verifier` writes it, a test holds it. */
export function committedVerifierHash(): string {
  return readFileSync(FILE, 'utf8').slice(0, 64);
}

/** In the form that `sha256sum --check` reads. */
export function commitVerifierHash(hash: string): void {
  writeFileSync(FILE, `${hash}  ${PAGE}\n`);
}
