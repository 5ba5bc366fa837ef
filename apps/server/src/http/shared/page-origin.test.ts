import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { addressesOf, pageOrigin, pageOriginOf } from './page-origin.ts';

function request(host: string, origin?: string): FastifyRequest {
  return { protocol: 'http', host, headers: { host, ...(origin && { origin }) } } as unknown as FastifyRequest;
}

describe('the origin of the page that asks', () => {
  const named = { origins: ['https://club.example', 'https://www.club.example'] };
  const alone = { origins: null, ownAddresses: () => addressesOf('127.0.0.1', 3000) };

  test('is one of those that were named, whatever the request says of itself', () => {
    expect(pageOriginOf(request('x', 'https://www.club.example'), named)).toBe('https://www.club.example');
    expect(pageOriginOf(request('evil.example'), named)).toBe('https://club.example');
    expect(pageOriginOf(request('club.example', 'https://evil.example'), named)).toBe('https://club.example');
  });

  test('is an address of this machine where none was named', () => {
    expect(pageOriginOf(request('localhost:3000'), alone)).toBe('http://localhost:3000');
    expect(pageOriginOf(request('127.0.0.1:3000', 'http://127.0.0.1:3000'), alone)).toBe('http://127.0.0.1:3000');
  });

  test.each(['evil.example', 'localhost:3001', 'localhost', 'localhost.evil.example:3000', '203.0.113.66:3000'])(
    'is not known where none was named, for %s',
    (host) => {
      expect(pageOriginOf(request(host), alone)).toBeNull();
      expect(pageOriginOf(request('localhost:3000', `http://${host}`), alone)).toBeNull();
      expect(pageOriginOf(request(host), { origins: null })).toBeNull();
      expect(() => pageOrigin(request(host), alone)).toThrow('origin-unknown');
    },
  );
});

describe('where a server is reached', () => {
  test('on one address is there alone, on all of them at each', () => {
    expect(addressesOf('192.0.2.7', 80)).toEqual(['http://192.0.2.7']);
    expect(addressesOf('2001:db8::7', 3000)).toEqual(['http://[2001:db8::7]:3000']);
    const all = addressesOf('0.0.0.0', 3000);
    expect(all).toContain('http://127.0.0.1:3000');
    expect(all).toContain(`http://${hostname().toLowerCase()}:3000`);
    for (const one of all) expect(URL.parse(one)?.origin).toBe(one);
  });
});
