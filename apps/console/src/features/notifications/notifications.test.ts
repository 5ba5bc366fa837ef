import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notifications, notify } from './notifications.ts';

const shown = () => notifications.read().map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of notifications.read()) notifications.close(id);
  vi.useRealTimers();
});

test('a confirmation closes automatically, a failure later', () => {
  notify('Saved');
  notify('Not saved', 'error');
  vi.advanceTimersByTime(4_999);
  expect(shown()).toEqual(['Saved', 'Not saved']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['Not saved']);
  vi.advanceTimersByTime(5_000);
  expect(shown()).toEqual([]);
});

test('nothing goes while the reader points at it, and each has its whole time afterwards', () => {
  notify('Saved');
  vi.advanceTimersByTime(4_000);
  notifications.hold();
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['Saved']);
  notifications.release();
  vi.advanceTimersByTime(4_999);
  expect(shown()).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('a repeated text is one message, announced again; a fourth message takes the place of the oldest', () => {
  notify('one');
  const [first] = notifications.read();
  notify('one');
  expect(shown()).toEqual(['one']);
  expect(notifications.read()[0]?.id).not.toBe(first?.id);
  for (const text of ['two', 'three', 'four']) notify(text);
  expect(shown()).toEqual(['two', 'three', 'four']);
});

test('a closed message stays closed, and subscribers are notified of each change', () => {
  const heard = vi.fn();
  const stop = notifications.subscribe(heard);
  notify('one');
  const [one] = notifications.read();
  notifications.close(one?.id ?? 0);
  expect(shown()).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  notify('two');
  expect(heard).toHaveBeenCalledTimes(2);
});
