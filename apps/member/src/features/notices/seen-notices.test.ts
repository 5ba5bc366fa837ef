import { expect, it } from 'vitest';
import { noteNoticesSeen, noticesSeen } from './seen-notices.ts';

it('stores the newest shown notice, and works without storage', () => {
  expect(noticesSeen()).toBe(0);
  noteNoticesSeen(200);
  noteNoticesSeen(100);
  expect(noticesSeen()).toBe(200);
});
