import { expect, test } from 'vitest';
import { onlyWritten, readAs, type Texts, writtenIn } from './member-languages.ts';

const texts: Texts<'title'> = { ar: { title: 'عنوان' }, en: { title: 'Title' }, mn: { title: ' ' } };

test('a language counts once something is written in it', () => {
  expect(writtenIn(texts)).toEqual(['ar', 'en']);
  expect(onlyWritten(texts)).toEqual({ ar: { title: 'عنوان' }, en: { title: 'Title' } });
});

test('a reader gets their own language, else the house’s, else English, else any', () => {
  expect(readAs(texts, 'ar', 'mn')?.language).toBe('ar');
  expect(readAs(texts, 'ko', 'ar')?.language).toBe('ar');
  expect(readAs(texts, 'ko', 'mn')?.language).toBe('en');
  expect(readAs({ vi: { title: 'Tựa' } }, 'ko', 'mn')?.language).toBe('vi');
  expect(readAs({ mn: { title: '' } }, 'mn', 'mn')).toBeNull();
});
