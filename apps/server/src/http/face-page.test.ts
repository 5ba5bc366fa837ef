import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Face } from '../house/face.ts';
import { pageWithFace } from './face-page.ts';

const PAGE = readFileSync(new URL('../../../member/index.html', import.meta.url), 'utf8');
const FACE: Face = {
  ...{ version: 7, name: 'Orkhon', accentLight: '#7a1fa2', accentDark: '#d9a6f0', ground: 'paper', logo: null },
  atMs: 0,
};

test('a page without a face is that of the build', () => {
  expect(pageWithFace(PAGE, null)).toBe(PAGE);
});

test('a face names the real page, its manifest and its accents', () => {
  const page = pageWithFace(PAGE, FACE);
  expect(page).toContain('<title>Orkhon</title>');
  expect(page).toContain('<p class="start-name">Orkhon</p>');
  expect(page).not.toContain('Tercet');
  expect(page).toContain('<link rel="manifest" href="/api/face/manifest" />');
  expect(page).toMatch(/<html data-accents=":root\{--verdigris:#7a1fa2;[^"]+" lang="en"/);
  expect(page).toContain('href="/favicon.svg"');
});

test('a logo also replaces the icons of the tab and the home screen', () => {
  const page = pageWithFace(PAGE, { ...FACE, logo: '0123456789abcdef' });
  expect(page).toContain('<link rel="icon" href="/api/face/7/icon-192" type="image/png" />');
  expect(page).toContain('<link rel="apple-touch-icon" href="/api/face/7/icon-180" />');
  expect(page).not.toMatch(/favicon\.svg|href="\/apple-touch-icon|href="\/manifest/);
});

test('a name cannot leave the title, nor use patterns of the replacement', () => {
  const page = pageWithFace(PAGE, { ...FACE, name: '$& </title><script>"' });
  expect(page).toContain('<title>$&amp; &lt;/title&gt;&lt;script&gt;&quot;</title>');
  expect(page).toContain('<p class="start-name">$&amp; &lt;/title&gt;&lt;script&gt;&quot;</p>');
  expect(page.match(/<script/g)).toHaveLength(PAGE.match(/<script/g)?.length ?? 0);
});
