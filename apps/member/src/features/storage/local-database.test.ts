import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserStore } from '../book/book-store.ts';
import { countChecked, putAway } from '../checks/check-store.ts';
import { conflictingClaims } from '../claims/claim-store.ts';
import { countReceipts, forgetReceipts, keepReceipt, savedReceipts } from '../receipts/receipt-store.ts';
import { localDatabase } from './local-database.ts';

const has = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  if (has) Object.defineProperty(globalThis, 'indexedDB', has);
  else Reflect.deleteProperty(globalThis, 'indexedDB');
});

/** Stubs `indexedDB.open` with a request that `end` finishes a moment later. */
function opening(end: (request: Record<string, () => void>) => void, result: unknown = null, error: unknown = null) {
  return () => {
    const request = { result, error } as unknown as Record<string, () => void>;
    queueMicrotask(() => end(request));
    return request;
  };
}

function database(transaction: () => unknown) {
  return opening((request) => request['onsuccess']?.(), { transaction, close: () => undefined });
}

function aborting(name: string) {
  return () => {
    const made: Record<string, unknown> = { error: new DOMException('no', name), objectStore: () => quietStore() };
    queueMicrotask(() => (made['onabort'] as () => void)());
    return made;
  };
}

const quietStore = () =>
  new Proxy({}, { get: () => () => ({ get: () => ({}), count: () => ({}), getAll: () => ({}) }) });
const refuse = (name: string) => () => {
  throw new DOMException('no', name);
};

/** Values of `indexedDB` in browsers without working storage. */
const BROKEN: Record<string, () => unknown> = {
  'is missing': () => undefined,
  'is null': () => null,
  'has a getter that throws': refuse('SecurityError'),
  'throws on open': () => ({ open: refuse('SecurityError') }),
  'never answers': () => ({ open: () => ({}) }),
  'is blocked by another tab': () => ({ open: opening((request) => request['onblocked']?.()) }),
  'refuses to open': () => ({
    open: opening((request) => request['onerror']?.(), null, new DOMException('', 'UnknownError')),
  }),
  'fails without a reason': () => ({ open: opening((request) => request['onerror']?.()) }),
  'has lost its stores': () => ({ open: database(refuse('NotFoundError')) }),
  'is closing': () => ({ open: database(refuse('InvalidStateError')) }),
  'is full': () => ({ open: database(aborting('QuotaExceededError')) }),
  'opens and then is silent': () => ({ open: database(() => ({ objectStore: () => quietStore() })) }),
};

describe.each(Object.entries(BROKEN))('browser storage that %s', (_, get) => {
  beforeEach(() => void Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get }));

  it('is given up after a second, by every store', async () => {
    const [hash, signature] = ['00'.repeat(32), '00'.repeat(64)];
    const receipt = { leafData: '00', signature, publicKey: hash, userName: 'mira', salt: hash };
    const placed = { slip: { id: 'slip', placedAtMs: 1 }, receipt } as Parameters<typeof keepReceipt>[1];
    const requested = Promise.all([
      keepReceipt('m', placed),
      savedReceipts('m'),
      countReceipts('none'),
      forgetReceipts('m'),
      browserStore.read('key'),
      browserStore.change('key', () => 1),
      conflictingClaims(),
      countChecked('m'),
      putAway(),
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(
      await Promise.race([requested, Promise.resolve('waiting').then(() => vi.advanceTimersByTimeAsync(0))]),
    ).toEqual([false, [], 0, undefined, null, undefined, [], 0, new Set()]);
  });

  it('is a rejection of the wrapper, not an exception', async () => {
    const { within } = localDatabase({ name: 'x', version: 1, upgrade: () => undefined });
    const request = within('x', 'readonly', (store) => store.get('x')).then(
      () => 'done',
      () => 'given up',
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(await request).toBe('given up');
  });
});
