import { expect, test } from 'vitest';
import en from '../../locales/en.json';
import mn from '../../locales/mn.json';
import { flat, type MessageKey } from '../language/messages.ts';
import { findPages, type NamedPage } from './named-pages.ts';

const PAGES: readonly NamedPage[] = [
  { name: 'figures', title: 'figures.title' },
  { name: 'audit', title: 'audit.title' },
  { name: 'log-check', title: 'logCheck.title' },
  { name: 'videos', title: 'videos.title' },
  { name: 'video-terms', title: 'terms.title' },
];
const [english, mongolian] = [flat(en), flat(mn)];
const inEnglish = (title: MessageKey) => english.get(title) ?? '';
const inMongolian = (title: MessageKey) => mongolian.get(title);

const found = (typed: string) => findPages(PAGES, typed, inEnglish, inMongolian).map(({ to }) => to);

test('a page is found by a part of its name, in both languages', () => {
  expect(found('figures')).toEqual(['/figures']);
  expect(found('AUDIT')).toEqual(['/audit']);
  expect(found('үзүүлэлт')).toEqual(['/figures']);
  expect(findPages(PAGES, 'үйлдлийн', inEnglish, inMongolian)).toEqual([
    { to: '/audit', name: 'Audit log', otherName: 'Үйлдлийн бүртгэл' },
  ]);
});

test('names that begin with the text come first, and a letter alone finds nothing', () => {
  expect(found('log')).toEqual(['/log-check', '/audit']);
  expect(found('v')).toEqual([]);
  expect(found('')).toEqual([]);
  expect(found('zebra')).toEqual([]);
});
