import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import { newToken, readToken } from './tokens.ts';

test('a token names its member and the hash of its secret', () => {
  const memberId = newId();
  const { token, tokenHash } = newToken(memberId);
  expect(readToken(token)).toEqual({ memberId, tokenHash });
  const secret = Buffer.from(token.split('.')[1] ?? '', 'base64url');
  expect(secret).toHaveLength(32);
  expect(createHash('sha256').update(secret).digest()).toEqual(tokenHash);
  expect(newToken(memberId).token).not.toBe(token);
});

test('nothing else is read', () => {
  const { token } = newToken(newId());
  for (const text of ['', '.', `${token}a`, token.slice(1), token.replace('.', ' '), `${token}\n`, '_'.repeat(66)]) {
    expect(readToken(text)).toBeNull();
  }
});
