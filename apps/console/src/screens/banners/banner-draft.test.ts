import { expect, test } from 'vitest';
import { type BannerDraft, draftOf, formOf, NEW_BANNER } from './banner-draft.ts';

const draft: BannerDraft = {
  ...NEW_BANNER,
  texts: { mn: { title: 'Гарчиг', text: '' }, en: { title: 'Title', text: 'Text' }, ar: { title: '', text: ' ' } },
  link: ' /Book ',
  position: '3',
};

test('the text in the house’s own language is separate, and empty texts are not sent', () => {
  expect(formOf(draft, 'mn')).toEqual({
    words: { title: 'Гарчиг', text: '' },
    texts: { en: { title: 'Title', text: 'Text' } },
    link: '/Book',
    position: 3,
    made: 'made-1',
    fromMs: null,
    untilMs: null,
  });
});

test('a banner that is opened and sent again is the same', () => {
  const form = formOf(draft, 'en');
  if (form === null) throw new Error('no form');
  const opened = draftOf({ ...form, id: 'a', pictureVersion: null, withdrawnAtMs: null }, 'en');
  expect(formOf(opened, 'en')).toEqual(form);
});

test('without a title in the house’s language, or without a place, nothing is sent', () => {
  expect(formOf(draft, 'ko')).toBeNull();
  expect(formOf({ ...draft, texts: { mn: { title: ' ', text: 'x' } } }, 'mn')).toBeNull();
  for (const position of ['', '-1', '1000', '1.5']) expect(formOf({ ...draft, position }, 'mn')).toBeNull();
});
