import { expect, it } from 'vitest';
import { noteNoticesSeen, noticesSeen } from './seen-notices.ts';

it('keeps the newest that was shown, and works where nothing can be stored', () => {
  expect(noticesSeen()).toBe(0);
  noteNoticesSeen(200);
  noteNoticesSeen(100);
  expect(noticesSeen()).toBe(200);
});
