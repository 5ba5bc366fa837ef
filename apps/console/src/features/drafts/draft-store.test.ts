import { createTextStorage } from '@tercet/contract/text-storage.ts';
import { expect, test } from 'vitest';
import { createDraftStore, restored } from './draft-store.ts';

const DAY_MS = 86_400_000;

function storageOf(kept: Map<string, string>, isFull = () => false) {
  return createTextStorage(() => ({
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem(name, value) {
      if (isFull()) throw new Error('quota');
      kept.set(name, value);
    },
    removeItem: (name) => kept.delete(name),
  }));
}

test('unsaved values survive a reload, and belong to one account and one form', () => {
  const kept = new Map<string, string>();
  createDraftStore(storageOf(kept), () => 5).write('ana', 'notices', { title: 'Half' });
  const afterReload = createDraftStore(storageOf(kept), () => 6);
  expect(afterReload.read('ana', 'notices')).toEqual({ value: { title: 'Half' }, atMs: 5 });
  expect(afterReload.read('bob', 'notices')).toBeNull();
  expect(afterReload.read('ana', 'guide')).toBeNull();
  afterReload.write('ana', 'notices', undefined);
  expect(kept.size).toBe(0);
});

test('values of every account go after 14 days, and broken ones at once', () => {
  const kept = new Map([
    ['tercet-console.draft.ana.broken', '{'],
    ['else', 'kept'],
  ]);
  createDraftStore(storageOf(kept), () => 0).write('ana', 'notices', 'Half');
  createDraftStore(storageOf(kept), () => 14 * DAY_MS);
  expect([...kept.keys()]).toEqual(['else', 'tercet-console.draft.ana.notices']);
  createDraftStore(storageOf(kept), () => 14 * DAY_MS + 1);
  expect([...kept.keys()]).toEqual(['else']);
});

test('where storage is full or closed, values last until the reload', () => {
  for (const storage of [storageOf(new Map(), () => true), createTextStorage(() => null)]) {
    const store = createDraftStore(storage, () => 0);
    store.write('ana', 'notices', 'Half');
    expect(store.read('ana', 'notices')).toEqual({ value: 'Half', atMs: 0 });
    store.write('ana', 'notices', undefined);
    expect(store.read('ana', 'notices')).toBeNull();
  }
});

test('values of another kind, as from an older console, leave the form as it is', () => {
  const kept = (value: unknown) => ({ value, atMs: 0 });
  expect(restored('', kept('Half'))).toBe('Half');
  expect(restored('', kept({ text: 'Half' }))).toBe('');
  expect(restored({ title: '', hidden: false }, kept({ title: 'Half', hidden: 'yes' }))).toEqual({
    title: 'Half',
    hidden: false,
  });
  expect(restored({ texts: {} }, kept(['Half']))).toEqual({ texts: {} });
  expect(restored({ verdict: null }, kept({ verdict: 'same' }))).toEqual({ verdict: 'same' });
});
