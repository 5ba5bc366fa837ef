import { afterEach, describe, expect, it } from 'vitest';
import { createTextStorage, inTab, onPhone } from './text-storage.ts';

function working() {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
}

const refuse = (name: string) => () => {
  throw new DOMException('no', name);
};
const silent = { ...working(), getItem: refuse('SecurityError'), key: refuse('SecurityError'), length: 1 };

/** What the browser gives for `localStorage` where it does not work. */
const BROKEN: Record<string, () => unknown> = {
  'is missing': () => undefined,
  'is null': () => null,
  'has a getter that throws': refuse('SecurityError'),
  'is of another kind': () => ({}),
  'refuses every call': () => ({ ...silent, setItem: refuse('SecurityError'), removeItem: refuse('SecurityError') }),
};

const globals = ['localStorage', 'sessionStorage'] as const;
const had = globals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
afterEach(() => {
  for (const [name, descriptor] of had) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

describe.each(Object.entries(BROKEN))('storage that %s', (_, get) => {
  it('keeps nothing, says so, and never throws', () => {
    for (const name of globals) Object.defineProperty(globalThis, name, { configurable: true, get });
    for (const texts of [onPhone, inTab]) {
      expect([texts.read('a'), texts.write('a', '1'), texts.write('a', null)]).toEqual([null, false, false]);
    }
  });
});

it('closed storage has no names, and empty storage an empty list of them', () => {
  expect(createTextStorage(() => null).names('')).toBeNull();
  expect(createTextStorage(refuse('SecurityError')).names('')).toBeNull();
  expect(createTextStorage(() => silent).names('')).toBeNull();
  expect(createTextStorage(working).names('')).toEqual([]);
});

it('a full storage keeps the text of before', () => {
  const storage = working();
  const texts = createTextStorage(() => storage);
  expect(texts.write('a', '1')).toBe(true);
  storage.setItem = refuse('QuotaExceededError');
  expect([texts.write('a', '2'), texts.read('a'), texts.names('')]).toEqual([false, '1', ['a']]);
  expect([texts.write('a', null), texts.read('a')]).toEqual([true, null]);
});

it('names texts by how they begin, also those that are called like a method', () => {
  const storage = working();
  const texts = createTextStorage(() => storage);
  for (const name of ['slip.a', 'slip.b', 'last.a', 'length', 'getItem']) texts.write(name, 'x');
  expect(texts.names('slip.')).toEqual(['slip.a', 'slip.b']);
  expect(texts.names('length')).toEqual(['length']);
});
