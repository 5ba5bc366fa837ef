import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEMBER_APP } from './member-app.ts';

const PAGE = 'verifier.html';
const FILE = join(MEMBER_APP, 'verifier', `${PAGE}.sha256`);

/** SHA-256 (hex) of the committed verifier page. `npm run build -- verifier` writes it, a test checks it. */
export function committedVerifierHash(): string {
  return readFileSync(FILE, 'utf8').slice(0, 64);
}

/** Writes it in the format of `sha256sum --check`. */
export function commitVerifierHash(hash: string): void {
  writeFileSync(FILE, `${hash}  ${PAGE}\n`);
}
