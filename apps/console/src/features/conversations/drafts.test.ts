import { expect, test } from 'vitest';
import { draftOf, keepDraft, newDraft } from './drafts.ts';

test('a draft stays with its conversation until it is sent', () => {
  const draft = newDraft('We are looking.');
  keepDraft('mira~1', draft);
  expect(draftOf('mira~1')).toEqual(draft);
  expect(draftOf('mira~2').words).toBe('');
  keepDraft('mira~1', newDraft());
  expect(draftOf('mira~1').words).toBe('');
});

test('another text has another key', () => {
  expect(newDraft('a').key).not.toBe(newDraft('b').key);
});
