import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredKey } from './stored-keys.ts';

const FIRST: StoredKey = { number: '7K2M9QXA', secret: 'B4D8F0H2J6K9M3N7', topic: 'recovery', atMs: 1 };
const SECOND: StoredKey = { number: '0A1B2C3D', secret: 'ZZZZ000011112222', topic: 'registration', atMs: 2 };

let texts: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  texts = new Map();
  isFull = false;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (name: string) => texts.get(name) ?? null,
    removeItem: (name: string) => void texts.delete(name),
    setItem(name: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      texts.set(name, text);
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** The module of a newly loaded page. */
function openPage() {
  vi.resetModules();
  return import('./stored-keys.ts');
}

describe('the keys of a visitor’s conversations', () => {
  it('are found again by the next page, newest first, each under its own name', async () => {
    const page = await openPage();
    expect(page.keepVisitorKey(FIRST)).toBe(true);
    expect(page.keepVisitorKey(SECOND)).toBe(true);
    expect(texts.size).toBe(2);
    expect((await openPage()).visitorKeys()).toEqual([SECOND, FIRST]);
  });

  it('last until the page is closed where the phone stores nothing', async () => {
    isFull = true;
    const page = await openPage();
    expect(page.keepVisitorKey(FIRST)).toBe(false);
    expect(page.visitorKeys()).toEqual([FIRST]);
    expect(page.isInPageOnly(FIRST)).toBe(true);
    expect((await openPage()).visitorKeys()).toEqual([]);
  });

  it('are forgotten one by one', async () => {
    const page = await openPage();
    page.keepVisitorKey(FIRST);
    page.keepNewKey(SECOND);
    page.forgetVisitorKey(SECOND.number);
    expect(page.visitorKeys()).toEqual([FIRST]);
    expect(page.unseenKey()).toBeNull();
    expect([...texts.keys()].join()).not.toContain(SECOND.number);
  });

  it('are to be shown until the visitor confirms them', async () => {
    const page = await openPage();
    page.keepNewKey(FIRST);
    expect(page.unseenKey()).toEqual(FIRST);
    page.noteKeySeen();
    expect(page.unseenKey()).toBeNull();
    expect(page.visitorKeys()).toEqual([FIRST]);
  });

  it('are skipped where storage holds something else', async () => {
    texts.set('tercet.visitor-thread.X', 'not JSON');
    texts.set('tercet.visitor-thread.Y', '{"number":1}');
    texts.set('tercet.visitor-thread.Z', 'null');
    expect((await openPage()).visitorKeys()).toEqual([]);
  });
});
