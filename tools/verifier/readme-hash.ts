import { createHash } from 'node:crypto';

/** Markers around the verifier page's SHA-256 in the README. */
const MARKED = /(<!-- verifier-page -->\s*`)([0-9a-f]{64})(`\s*<!-- \/verifier-page -->)/;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Throws when the README lacks the hash. */
export function hashIn(readme: string): string {
  const hash = MARKED.exec(readme)?.[2];
  if (hash === undefined) throw new Error('README.md does not name the hash of the verifier page between its marks');
  return hash;
}

export function withHash(readme: string, hash: string): string {
  hashIn(readme);
  return readme.replace(MARKED, (_all, before: string, _old: string, after: string) => before + hash + after);
}
