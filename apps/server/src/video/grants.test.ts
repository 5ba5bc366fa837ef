import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createGrantReader, GRANT_MS, type Grant, writeGrant } from './grants.ts';

const NOW = 1_800_000_000_000;
const key = randomBytes(32);
const grant: Grant = { filmId: randomUUID(), kind: 'full', memberId: randomUUID(), untilMs: NOW + GRANT_MS };
const text = writeGrant(key, grant);

/** Reads with an empty memory, then again with the grant remembered. */
function readGrant(
  by: Buffer,
  written: string,
  requested: Pick<Grant, 'filmId' | 'kind'>,
  nowMs: number,
): Grant | null {
  const read = createGrantReader(by);
  const first = read(written, requested, nowMs);
  expect(read(written, requested, nowMs)).toEqual(first);
  return first;
}

describe('a grant', () => {
  test('opens what it names, for whom it names, until its time is over', () => {
    expect(readGrant(key, text, grant, NOW)).toEqual(grant);
    expect(readGrant(key, text, grant, grant.untilMs - 1)).toEqual(grant);
    expect(readGrant(key, text, grant, grant.untilMs)).toBeNull();
    const visitor: Grant = { ...grant, kind: 'preview', memberId: null };
    expect(readGrant(key, writeGrant(key, visitor), visitor, NOW)).toEqual(visitor);
  });

  test('opens no other film, and of a film no more than it says', () => {
    expect(readGrant(key, text, { ...grant, filmId: randomUUID() }, NOW)).toBeNull();
    expect(readGrant(key, text, { ...grant, kind: 'preview' }, NOW)).toBeNull();
    const preview = writeGrant(key, { ...grant, kind: 'preview' });
    expect(readGrant(key, preview, { ...grant, kind: 'full' }, NOW)).toBeNull();
  });

  test('is worth nothing with any sign changed, left out or added, nor under another key', () => {
    for (let at = 0; at < text.length; at++) {
      for (const other of ['0', 'a', '-', '.', '9']) {
        if (text[at] === other) continue;
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        // The last base64url character has unused bits, so only it has equivalent characters.
        const read = readGrant(key, changed, grant, NOW);
        if (at < text.length - 1) expect(read, changed).toBeNull();
        else if (read !== null) expect(read).toEqual(grant);
      }
      expect(readGrant(key, text.slice(0, at) + text.slice(at + 1), grant, NOW)).toBeNull();
    }
    expect(readGrant(key, `${text}A`, grant, NOW)).toBeNull();
    expect(readGrant(randomBytes(32), text, grant, NOW)).toBeNull();
    expect(readGrant(key, '', grant, NOW)).toBeNull();
  });
});
