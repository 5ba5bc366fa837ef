import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Answer = { status: number; type: string } | 'no-line';

const BASE = 'https://club.example/assets/base.js';
const CODE = { status: 200, type: 'text/javascript; charset=utf-8' };

let answer: Answer;
let page: string;
/** URLs that the browser was asked to import, in order. */
let requests: string[];
let remembers: boolean;
let refused: Set<string>;

/** Imports like a browser. If `remembers`, a URL that failed once is never requested again. */
async function browser(url: string): Promise<object> {
  requests.push(url.replace(/.*\/(?=[^/]+$)/, '').replace(/again=\d+/, 'again'));
  const isThere = answer !== 'no-line' && answer.status === 200 && !refused.has(url);
  if (isThere) return { url };
  if (remembers) refused.add(url);
  throw new TypeError('Failed to fetch dynamically imported module');
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  [requests, remembers, refused, page, answer] = [[], true, new Set(), '', CODE];
  vi.stubGlobal('fetch', async (url: string) => {
    if (answer === 'no-line') throw new TypeError('no line');
    if (url === '/') return new Response(page);
    return new Response('', { status: answer.status, headers: { 'content-type': answer.type } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const { importFile } = await import('./import-file.ts');
  const { failureReason, onAskAgain } = await import('../../ui/load-failure/load-failure.ts');
  const bring = (path = './lottery.js') => importFile(path, BASE, browser);
  const lost = () => bring().then(() => null, failureReason);
  return { bring, lost, onAskAgain };
}

it('loads a file once, from its own address', async () => {
  const { bring } = await open();
  await bring();
  expect(requests).toEqual(['lottery.js']);
});

it('a file that the browser remembers as failed is loaded from another address, and only from that one afterwards', async () => {
  const { bring, lost, onAskAgain } = await open();
  const again = vi.fn();
  onAskAgain(again);
  answer = 'no-line';
  expect(await lost()).toBe('no-line');
  answer = CODE;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(again).toHaveBeenCalledOnce();
  const first = await bring();
  expect(await bring()).toEqual(first);
  expect(requests).toEqual(['lottery.js', 'lottery.js', 'lottery.js', 'lottery.js?again', 'lottery.js?again']);
});

it('a browser without that memory never uses another address', async () => {
  const { bring, lost } = await open();
  remembers = false;
  answer = 'no-line';
  expect(await lost()).toBe('no-line');
  answer = CODE;
  await bring();
  expect(requests).toEqual(['lottery.js', 'lottery.js']);
});

it.each<[string, Answer, string, string]>([
  ['nothing answers', 'no-line', '', 'no-line'],
  ['the club is away', { status: 502, type: 'text/html' }, '', 'away'],
  ['the network wants a sign-in', { status: 511, type: 'text/html' }, '', 'away'],
  ['a page comes in its place', { status: 200, type: 'text/html' }, '', 'no-line'],
  ['the club has a newer app', { status: 404, type: 'application/json' }, '<script src="/assets/new.js">', 'renewed'],
])('says what is true where %s', async (_, given, text, because) => {
  const { lost } = await open();
  [answer, page, remembers] = [given, text, false];
  const bring = async () => {
    throw new TypeError('no');
  };
  const { importFile } = await import('./import-file.ts');
  const { failureReason } = await import('../../ui/load-failure/load-failure.ts');
  expect(await importFile('./lottery.js', BASE, bring).then(() => null, failureReason)).toBe(because);
  expect(await lost()).toBe(given === 'no-line' || given.status !== 200 ? because : null);
});

it('reports a missing file if the page still names this build', async () => {
  const { lost } = await open();
  const { pathname } = new URL('../../api/shared/app-files.ts', import.meta.url);
  [answer, page] = [{ status: 404, type: 'application/json' }, `<script src="${pathname}">`];
  expect(await lost()).toBe('missing');
});

it('reports a broken file if it loads and does not run', async () => {
  const { importFile } = await import('./import-file.ts');
  const { failureReason } = await import('../../ui/load-failure/load-failure.ts');
  const bring = vi.fn(async () => {
    throw new SyntaxError('unexpected token');
  });
  expect(await importFile('./lottery.js', BASE, bring).then(() => null, failureReason)).toBe('broken');
  expect(bring).toHaveBeenCalledTimes(3);
});

it('retries a lost file with backoff, and never one of an older version', async () => {
  const { lost, onAskAgain } = await open();
  const again = vi.fn();
  onAskAgain(again);
  [answer, page] = [{ status: 404, type: 'application/json' }, 'another build'];
  expect(await lost()).toBe('renewed');
  expect(vi.getTimerCount()).toBe(0);
  answer = 'no-line';
  await lost();
  await vi.advanceTimersByTimeAsync(60_000);
  answer = CODE;
  expect(again).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(again).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('a lost file that another one imports is requested again once it is available', async () => {
  const { bring, onAskAgain } = await open();
  const { importFile } = await import('./import-file.ts');
  const { failureReason } = await import('../../ui/load-failure/load-failure.ts');
  const again = vi.fn();
  onAskAgain(again);
  const files: Record<string, string> = {
    'lottery.js': 'import{a as b}from"./chips.js";import"./base.js";',
    'chips.js': 'import*as c from"../assets/dice.js"',
  };
  const lost = new Set(['dice.js']);
  vi.stubGlobal('fetch', async (url: string) => {
    const name = url.replace(/.*\//, '');
    if (lost.has(name)) throw new TypeError('no line');
    return new Response(files[name] ?? '', { headers: { 'content-type': 'text/javascript' } });
  });
  const fails = async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const because = () => importFile('./lottery.js', BASE, fails).then(() => null, failureReason);
  expect(await because()).toBe('no-line');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(again).not.toHaveBeenCalled();
  lost.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(again).toHaveBeenCalledOnce();
  // The browser remembers the failed import.
  expect(await because()).toBe('broken');
  await bring();
});

it('reloads the page only for a file that loads and does not run, at most once in ten minutes', async () => {
  const { mayReloadFor } = await import('./import-file.ts');
  const { LoadFailure } = await import('../../ui/load-failure/load-failure.ts');
  const stored = new Map<string, string>();
  const storage = { getItem: (name: string) => stored.get(name) ?? null, setItem: stored.set.bind(stored) };
  const broken = new LoadFailure('broken', BASE);
  // Without storage the page would reload endlessly.
  vi.stubGlobal('sessionStorage', null);
  expect(mayReloadFor(broken, 1e12)).toBe(false);
  vi.stubGlobal('sessionStorage', storage);
  expect(mayReloadFor(new LoadFailure('no-line', BASE), 1e12)).toBe(false);
  expect(mayReloadFor(new Error('a fault of the app'), 1e12)).toBe(false);
  expect(mayReloadFor(broken, 1e12)).toBe(true);
  expect(mayReloadFor(broken, 1e12 + 600_000)).toBe(false);
  expect(mayReloadFor(broken, 1e12 + 600_001)).toBe(true);
});
