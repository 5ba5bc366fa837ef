import { expect, test } from 'vitest';
import { canonicalAddress } from './repair-url.ts';

function meant(address: string): string {
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  return canonicalAddress({ pathname, search, hash });
}

test.each([
  ['/Home.', '/Home'],
  ['/Home),', '/Home'],
  ['/Home%E2%80%9D', '/Home'],
  ['/Home%22.', '/Home'],
  ['//Home', '/Home'],
  ['///evil.example/Home', '/evil.example/Home'],
  ['/Lottery?key=dice-30.', '/Lottery?key=dice-30'],
  ['/Verify?draw=dice-30%2F59859974).', '/Verify?draw=dice-30%2F59859974'],
  ['/Lottery?key=dice-30%20', '/Lottery?key=dice-30'],
  ['/Lottery?key=dice-30%E2%80%8B', '/Lottery?key=dice-30'],
  ['/Host#dG9rZW4.', '/Host#dG9rZW4'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/.', '/'],
])('%s means %s', (typed, address) => {
  expect(meant(typed)).toBe(address);
});

test.each(['/', '/Home', '/Home/', '/Lottery?key=dice-30', '/Video?search=what%3F', '/Verify?draw=dice-30%2F5#top'])(
  '%s stays',
  (typed) => {
    expect(meant(typed)).toBe(typed);
  },
);
