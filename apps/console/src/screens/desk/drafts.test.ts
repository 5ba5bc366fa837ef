import { expect, test } from 'vitest';
import { draftOf, keepDraft, newDraft } from './drafts.ts';

test('words stay with their conversation until they were sent', () => {
  const draft = newDraft('We are looking.');
  keepDraft('mira~1', draft);
  expect(draftOf('mira~1')).toEqual(draft);
  expect(draftOf('mira~2').words).toBe('');
  keepDraft('mira~1', newDraft());
  expect(draftOf('mira~1').words).toBe('');
});

test('other words have another key', () => {
  expect(newDraft('a').key).not.toBe(newDraft('b').key);
});
