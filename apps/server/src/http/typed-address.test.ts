import { describe, expect, it } from 'vitest';
import { isTypedAddress } from './typed-address.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (url: string, accept: string | undefined = BROWSER, method = 'GET') =>
  isTypedAddress({ url, method, headers: { accept } });

describe('an address that a person types', () => {
  it.each([
    '/',
    '/Home',
    '/Home/',
    '/home',
    '/Video/xyz',
    '/Lottery/dice-30',
    '/Mine/Statement',
    '/Lottery/dice-30?period=4',
    '/Video/xyz/',
    '//Video//xyz',
    '/Video/%E2%80%AAxyz',
    '/Видео',
    '/my-wallet',
    '/a/b/c/d/e/f',
    '/Lottery.',
    '/v1.2',
    '/apiary',
    '/Bookings/api',
    '/Book',
    '/book',
    '/Book/12',
  ])('%s shows the app', (url) => {
    expect(ask(url)).toBe(true);
    expect(ask(url, BROWSER, 'HEAD')).toBe(true);
    expect(ask(url, BROWSER, 'POST')).toBe(false);
  });

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/API/nothing',
    '/api?x=1',
    '/book/checkpoint',
    '/book/tile/0/x001',
    '/assets/lost',
    '/console',
    '/console/members',
    '/favicon.png',
    '/Video/cover.webp',
    '/wp-login.php',
    '/.well-known/thing.json',
    '/.env',
  ])('%s does not', (url) => {
    expect(ask(url)).toBe(false);
  });

  it.each(['application/json', '*/*', '', undefined])('needs a browser below a screen (Accept: %s)', (accept) => {
    expect(isTypedAddress({ url: '/Video/xyz', method: 'GET', headers: { accept } })).toBe(false);
    expect(isTypedAddress({ url: '/Video', method: 'GET', headers: { accept } })).toBe(true);
  });
});
