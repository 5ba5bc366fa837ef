import { expect, test } from 'vitest';
import { rewritten } from './drafts.ts';

test('a reply keeps its key while it is written, and gets another one after a refusal or for the next message', () => {
  const first = rewritten({ words: '', key: '' }, 'We are', false);
  expect(first.key).not.toBe('');
  const longer = rewritten(first, 'We are looking', false);
  expect(longer).toEqual({ words: 'We are looking', key: first.key });
  expect(rewritten(longer, 'We looked', true).key).not.toBe(first.key);
  expect(rewritten(longer, ' ', false).key).toBe('');
});
