import { beforeEach, expect, test, vi } from 'vitest';
import { shownClass, storeClass, storedClass } from './stored-class.ts';

const CLASSES = [{ key: 'fast' }, { key: 'slow' }];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

test('the chosen class is kept for each member by themselves', () => {
  storeClass('ana', 'slow');
  expect(storedClass('ana')).toBe('slow');
  expect(storedClass('bo')).toBeNull();
  storeClass('ana', null);
  expect(storedClass('ana')).toBeNull();
});

test('the address outranks the stored class', () => {
  expect(shownClass('fast', 'slow', CLASSES)).toBe('fast');
  expect(shownClass(null, 'slow', CLASSES)).toBe('slow');
  expect(shownClass(null, null, CLASSES)).toBeNull();
});

test('a class that the house has no longer shows all', () => {
  expect(shownClass(null, 'gone', CLASSES)).toBeNull();
  expect(shownClass(null, 'gone', undefined)).toBe('gone');
});
