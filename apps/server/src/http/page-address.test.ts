import { describe, expect, it } from 'vitest';
import { decodableUrl, isPageAddress } from './page-address.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (url: string, accept: string | undefined = BROWSER, method = 'GET') =>
  isPageAddress({ url, method, headers: { accept } });

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
    '/Home.html',
    '/index.php',
    '//tercet.example',
    '/Video/cover.webp',
    '/Home%00',
    '/%25E0%25A4%25A',
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
    '/Console',
    '//console',
    '/.well-known/thing.json',
  ])('%s does not', (url) => {
    expect(ask(url)).toBe(false);
  });

  it.each(['application/json', '*/*', '', undefined])('needs a browser below a screen (Accept: %s)', (accept) => {
    expect(isPageAddress({ url: '/Video/xyz', method: 'GET', headers: { accept } })).toBe(false);
    expect(isPageAddress({ url: '/Video', method: 'GET', headers: { accept } })).toBe(true);
  });
});

describe('a path whose percent signs cannot be decoded', () => {
  it.each([
    ['/%E0%A4%A', '/%25E0%25A4%25A'],
    ['/%', '/%25'],
    ['/%%?x=%', '/%25%25?x=%'],
    ['/caf%E9', '/caf%25E9'],
    ['/Lottery/%u0041#%', '/Lottery/%25u0041#%'],
    ['/%ED%A0%80', '/%25ED%25A0%2580'],
    ['/%C0%AF', '/%25C0%25AF'],
    ['/100%', '/100%25'],
    ['/50%25%', '/50%2525%25'],
    ['/console/%FF', '/console/%25FF'],
    ['/api/lotteries/%FF', '/api/malformed'],
    ['/API/%', '/api/malformed'],
  ])('%s is routed as %s', (url, routed) => {
    expect(decodableUrl(url)).toBe(routed);
  });

  it.each(['/', '/Home', '/%E2%80%AAHome', '/Home?x=%', '/Home#%', '/..%2f..%2fetc', '/%00'])('%s stays', (url) => {
    expect(decodableUrl(url)).toBe(url);
  });
});
