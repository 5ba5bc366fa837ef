import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../api/shared/problem.ts';

// Several tabs of one browser: each has its own copy of the module; all share the storage and the club.

/** The class `Problem`, shared by all copies of the module. */
const shared = vi.hoisted(() => ({ problem: null as unknown }));
vi.mock('../../api/shared/problem.ts', async (original) => {
  shared.problem ??= await original();
  return shared.problem as object;
});
vi.mock('../../api/house/desk.ts', () => ({
  noteThread: () => undefined,
  openThread: (key: string) => club.take(key),
  writeInThread: (key: string) => club.take(key),
  sendThreadFile: (key: string) => club.take(key),
}));

const MIRA = 'mira';
const THREAD = 'thread';

let club: { take(key: string): Promise<{ id: string }>; taken: string[] };
let answer: (key: string) => Promise<unknown>;
let stored: Map<string, string>;
let isFull: boolean;
let tabs: Set<Tab>;

interface Tab {
  outbox: typeof import('./outbox.ts');
  hear(): void;
  close(): void;
}

async function openTab(): Promise<Tab> {
  vi.resetModules();
  // Browsers notify a tab only of writes by other tabs.
  const listeners = new Set<() => void>();
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: () => void) => name === 'storage' && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  });
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size;
    },
    key: (index: number) => [...stored.keys()][index] ?? null,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, text);
    },
    removeItem: (name: string) => void stored.delete(name),
  });
  const outbox = await import('./outbox.ts');
  const { setPageMember } = await import('../../api/shared/page-member.ts');
  setPageMember(
    () => ({ id: MIRA, userName: 'mira' }),
    () => undefined,
  );
  outbox.openOutbox({} as never, MIRA);
  const tab = {
    outbox,
    hear: () => {
      for (const listener of listeners) listener();
    },
    close: () => {
      outbox.closeOutbox();
      tabs.delete(tab);
    },
  };
  tabs.add(tab);
  return tab;
}

/** Delivers storage events, which reach other tabs a moment later. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    for (const tab of tabs) tab.hear();
    await vi.advanceTimersByTimeAsync(0);
  }
}

const words = (tab: Tab) => tab.outbox.waiting().map((one) => one.words);
const faults = (tab: Tab) => tab.outbox.waiting().map((one) => one.fault?.code ?? null);
function say(tab: Tab, what: string): string {
  vi.advanceTimersByTime(1);
  return tab.outbox.enqueue({ threadId: THREAD, words: what }) ?? '';
}
const later = () => vi.advanceTimersByTimeAsync(60_000);

const offline = () => Promise.reject(new Problem('offline', 0));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', {});
  stored = new Map();
  isFull = false;
  tabs = new Set();
  answer = offline;
  club = {
    taken: [],
    async take(key) {
      await answer(key);
      if (!club.taken.includes(key)) club.taken.push(key);
      return { id: `thread of ${key}` };
    },
  };
});
afterEach(() => {
  for (const tab of [...tabs]) tab.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('three tabs without a connection store the messages of all three, also after they are closed', async () => {
  const [a, b, c] = [await openTab(), await openTab(), await openTab()];
  say(a, '1');
  say(b, '2');
  say(c, '3');
  say(a, '4');
  await settle();
  for (const tab of [a, b, c]) expect(words(tab)).toEqual(['1', '2', '3', '4']);
  for (const tab of [a, b, c]) tab.close();
  const d = await openTab();
  expect(words(d)).toEqual(['1', '2', '3', '4']);
  answer = async () => undefined;
  await later();
  expect([words(d), club.taken.length, stored.size]).toEqual([[], 4, 0]);
});

it('a tab that stays open sends what a closed one has left', async () => {
  const [a, b] = [await openTab(), await openTab()];
  say(a, 'written in a');
  a.close();
  answer = async () => undefined;
  await settle();
  await later();
  expect([words(b), club.taken.length]).toEqual([[], 1]);
});

it('a message that another tab has sent is never stored again by a tab whose own request failed', async () => {
  const [a, b] = [await openTab(), await openTab()];
  const key = say(a, 'once');
  await settle();
  // b's request is running when a's is accepted; b then receives a refusal.
  let refuse: (error: Problem) => void = () => undefined;
  answer = () =>
    new Promise((_, reject) => {
      refuse = reject;
    });
  b.outbox.tryAgain(key);
  await vi.advanceTimersByTimeAsync(0);
  answer = async () => undefined;
  a.outbox.tryAgain(key);
  await settle();
  expect(club.taken).toEqual([key]);
  refuse(new Problem('thread-full', 409));
  await settle();
  expect([words(a), words(b), stored.size]).toEqual([[], [], 0]);
});

it('a message withdrawn in one tab is sent by none', async () => {
  const [a, b] = [await openTab(), await openTab()];
  const key = say(a, 'better not');
  await settle();
  a.outbox.takeBack(key);
  answer = async () => undefined;
  b.outbox.tryAgain(key);
  await later();
  expect([club.taken, words(b)]).toEqual([[], []]);
});

it.each([
  ['no line', new Problem('offline', 0), null],
  ['no answer in time', new Problem('timeout', 0), null],
  ['a club that is away', new Problem('unavailable', 503), null],
  ['too many calls', new Problem('throttled', 429, { retryAfterSeconds: 1 }), null],
  ['a refusal', new Problem('thread-closed', 409), 'thread-closed'],
])('%s in one tab is known in all, and loses nothing', async (_, problem, fault) => {
  const [a, b] = [await openTab(), await openTab()];
  answer = () => Promise.reject(problem);
  const key = say(a, 'first');
  await settle();
  say(b, 'second');
  await settle();
  for (const tab of [a, b]) expect([words(tab), faults(tab)[0]]).toEqual([['first', 'second'], fault]);
  answer = async () => undefined;
  // Retried in the tab that did not meet the error.
  b.outbox.tryAgain(key);
  for (const one of b.outbox.waiting()) b.outbox.tryAgain(one.key);
  await settle();
  await later();
  expect([words(a), words(b), club.taken.length]).toEqual([[], [], 2]);
});

it('with full storage, the page keeps its messages in memory, beside those that other tabs stored', async () => {
  const [a, b] = [await openTab(), await openTab()];
  const key = say(a, 'kept');
  await settle();
  isFull = true;
  say(b, 'not kept');
  await settle();
  expect([words(a), words(b)]).toEqual([['kept'], ['kept', 'not kept']]);
  // An unsaved change belongs to this page and ends with the message.
  answer = (requested) =>
    Promise.reject(requested === key ? new Problem('thread-closed', 409) : new Problem('offline', 0));
  b.outbox.tryAgain(key);
  await settle();
  expect(faults(b)).toEqual(['thread-closed', null]);
  a.outbox.takeBack(key);
  await settle();
  expect(words(b)).toEqual(['not kept']);
});

it('storage that closes meanwhile loses no message', async () => {
  const a = await openTab();
  say(a, 'first');
  vi.stubGlobal('localStorage', null);
  say(a, 'second');
  await settle();
  expect(words(a).sort()).toEqual(['first', 'second']);
});

it('a tab that shows a new conversation as waiting learns that another tab has opened it', async () => {
  const [a, b] = [await openTab(), await openTab()];
  const key = a.outbox.enqueue({ opening: { subject: 'other', hostId: null, words: 'hello' } }) ?? '';
  await settle();
  answer = async () => undefined;
  b.outbox.tryAgain(key);
  await settle();
  expect([a.outbox.openedThread(key), b.outbox.openedThread(key)]).toEqual([`thread of ${key}`, `thread of ${key}`]);
  const c = await openTab();
  expect(c.outbox.openedThread(key)).toBe(`thread of ${key}`);
  await vi.advanceTimersByTimeAsync(25 * 3_600_000);
  c.close();
  await openTab();
  expect(stored.size).toBe(0);
});
