import { beforeEach, expect, test, vi } from 'vitest';
import type { WordGroup } from '../../locales/word-groups.ts';

interface LanguageRequest {
  code: string;
  groups: WordGroup[];
  answer(): void;
  fail(): void;
}

const requests: LanguageRequest[] = [];

vi.mock('./load-messages.ts', () => ({
  loadMessages: (code: string, groups: Iterable<WordGroup>) =>
    new Promise((resolve, reject) => {
      const list = [...groups];
      requests.push({
        code,
        groups: list,
        answer: () => resolve(Object.fromEntries(list.map((group) => [group, code]))),
        fail: () => reject(new Error('offline')),
      });
    }),
}));

vi.stubGlobal('document', { documentElement: {} });

async function open() {
  const { speak, spokenNow, onSpoken, withWords } = await import('./active-language.ts');
  const first = speak('en');
  await answer();
  await first;
  const words = () => ({ locale: spokenNow().locale, ...(spokenNow().messages as object) });
  return { speak, onSpoken, withWords, words };
}

/** Answers the newest request. */
async function answer(): Promise<void> {
  requests.pop()?.answer();
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  vi.resetModules();
  requests.length = 0;
});

test('a screen appears once its messages are loaded, and requests them once', async () => {
  const { withWords, words } = await open();
  let shown = false;
  const screen = withWords(['play'], async () => 'Lottery').then((loaded) => {
    shown = loaded === 'Lottery';
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect([shown, words()]).toEqual([false, { locale: 'en', first: 'en' }]);
  await answer();
  await screen;
  expect([shown, words()]).toEqual([true, { locale: 'en', first: 'en', play: 'en' }]);
  expect(await withWords(['play'], async () => 'Record')).toBe('Record');
  expect(requests).toEqual([]);
});

test('further messages do not render what is shown again', async () => {
  const { withWords, onSpoken } = await open();
  const listener = vi.fn();
  onSpoken(listener);
  const screen = withWords(['play'], async () => null);
  await answer();
  await screen;
  expect(listener).not.toHaveBeenCalled();
});

test('another language loads the messages of every opened screen', async () => {
  const { speak, withWords, words } = await open();
  const screen = withWords(['play'], async () => null);
  await answer();
  await screen;
  const change = speak('ar');
  expect(requests[0]).toMatchObject({ code: 'ar', groups: ['first', 'play'] });
  await answer();
  await change;
  expect(words()).toEqual({ locale: 'ar', first: 'ar', play: 'ar' });
});

test('a screen that opens while the language changes gets the messages of the new one', async () => {
  const { speak, withWords, words } = await open();
  const change = speak('ar');
  const screen = withWords(['play'], async () => null);
  const [ofChange, ofScreen] = requests.splice(0);
  expect(ofScreen).toMatchObject({ code: 'en', groups: ['play'] });
  ofChange?.answer();
  await new Promise((resolve) => setTimeout(resolve));
  await answer();
  await change;
  ofScreen?.answer();
  await screen;
  expect(words()).toEqual({ locale: 'ar', first: 'ar', play: 'ar' });
});

test('failed messages leave the language unchanged, and can be requested again', async () => {
  const { speak, withWords, words } = await open();
  const change = speak('ar');
  requests.pop()?.fail();
  await expect(change).rejects.toThrow('offline');
  const screen = withWords(['play'], async () => null);
  requests.pop()?.fail();
  await expect(screen).rejects.toThrow('offline');
  expect(words()).toEqual({ locale: 'en', first: 'en' });
  const again = withWords(['play'], async () => null);
  await answer();
  await again;
  expect(words()).toEqual({ locale: 'en', first: 'en', play: 'en' });
});
