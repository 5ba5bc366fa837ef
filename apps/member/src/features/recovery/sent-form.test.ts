import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const FORM = { userName: 'mira', text: 'I lost my phone.' };

let texts: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  texts = new Map();
  isFull = false;
  vi.stubGlobal('sessionStorage', {
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
  return import('./sent-form.ts');
}

describe('a visitor’s form', () => {
  it('keeps its key when it is sent again, also by the next page', async () => {
    const key = (await openPage()).keyToSend('recovery', FORM);
    const next = await openPage();
    expect(next.unansweredForm('recovery')).toEqual(FORM);
    expect(next.keyToSend('recovery', { ...FORM })).toBe(key);
  });

  it('gets another key when it has changed, was answered, or is another form', async () => {
    const page = await openPage();
    const key = page.keyToSend('recovery', FORM);
    expect(page.keyToSend('registration', FORM)).not.toBe(key);
    expect(page.keyToSend('recovery', { ...FORM, text: 'I lost my phone!' })).not.toBe(key);
    const changed = page.keyToSend('recovery', FORM);
    page.noteAnswered('recovery');
    expect(page.unansweredForm('recovery')).toBeNull();
    expect(page.keyToSend('recovery', FORM)).not.toBe(changed);
  });

  it('keeps its key until the page is closed where the tab stores nothing', async () => {
    isFull = true;
    const page = await openPage();
    const key = page.keyToSend('recovery', FORM);
    expect(page.keyToSend('recovery', FORM)).toBe(key);
    expect((await openPage()).unansweredForm('recovery')).toBeNull();
  });

  it('is nothing when the stored text cannot be read', async () => {
    for (const text of ['', 'null', '7', '{"key":1}', '{"key":"a","form":null}', '{']) {
      texts.set('tercet.visitor-sent.recovery', text);
      expect((await openPage()).unansweredForm('recovery')).toBeNull();
    }
  });
});
