import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookStore } from '../book/book-store.ts';
import { memoryStore } from '../book/test-log.ts';
import { type BookPin, keepPin, readOwnPin, readPin, removePin } from './pin-store.ts';
import { mayAsk, sameWitnesses } from './witness-addresses.ts';

const pin: BookPin = {
  origin: 'club.example/tercet',
  logKey: 'club.example/tercet+01+AQ',
  witnesses: [],
  pinnedAtMs: 5,
  own: true,
};
const closed: BookStore = { read: async () => null, change: async () => {} };
let store: BookStore;

beforeEach(async () => {
  store = memoryStore();
  await removePin(pin.origin, closed);
});

describe('a pin', () => {
  it('is kept for its own book until it is removed', async () => {
    expect(await readPin(pin.origin, store)).toBeNull();
    expect(await keepPin(pin, store)).toBe(true);
    expect(await readPin(pin.origin, store)).toEqual(pin);
    expect(await readPin('other.example/tercet', store)).toBeNull();
    await keepPin({ ...pin, origin: 'other.example/tercet', own: false }, store);
    expect(await readOwnPin(store)).toEqual(pin);
    await removePin(pin.origin, store);
    expect([await readPin(pin.origin, store), await readOwnPin(store)]).toEqual([null, null]);
  });

  it('holds as long as the page lives where the browser keeps nothing', async () => {
    expect(await keepPin(pin, closed)).toBe(false);
    expect([await readPin(pin.origin, closed), await readOwnPin(closed)]).toEqual([pin, pin]);
    await removePin(pin.origin, closed);
    expect(await readPin(pin.origin, closed)).toBeNull();
  });

  it('in unresponsive storage is given up after a second', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('indexedDB', { open: () => ({}) });
    const { browserStore } = await import('../book/book-store.ts');
    const reading = browserStore.read('x');
    const writing = browserStore.change('x', () => 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect([await reading, await writing]).toEqual([null, undefined]);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

describe('the witnesses of a pin', () => {
  const at = (url: string) => ({ vkey: `w+${url}`, url });

  it('are queried at public addresses, and at private ones only from a page on this device', () => {
    expect(mayAsk(at('https://w.example.org'), 'https://club.example')).toBe(true);
    expect(mayAsk(at('http://127.0.0.1:9000'), 'https://club.example')).toBe(false);
    expect(mayAsk(at('http://192.168.0.7'), 'file:///verifier.html')).toBe(false);
    expect(mayAsk(at('http://127.0.0.1:9000'), 'http://127.0.0.1:3000')).toBe(true);
  });

  it('are the same in any order', () => {
    const [a, b] = [at('https://a.example'), at('https://b.example')];
    expect(sameWitnesses([a, b], [b, a])).toBe(true);
    expect(sameWitnesses([a, b], [a])).toBe(false);
    expect(sameWitnesses([a], [{ ...a, url: 'https://c.example' }])).toBe(false);
  });
});
