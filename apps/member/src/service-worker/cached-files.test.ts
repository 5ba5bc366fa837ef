import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CachedFiles, createKeeper } from './cached-files.ts';

const ORIGIN = 'https://club.example';
const FILES: CachedFiles = {
  version: 'two',
  first: ['/assets/base.js', '/assets/all.css'],
  rest: ['/assets/lottery.js'],
  words: { en: ['/assets/en-first.js'], ar: ['/assets/ar-first.js', '/assets/ar-play.js'] },
};

/** A `CacheStorage` with only the methods that the keeper uses. Entries are keyed by path, without headers. */
function madeCaches(fetched: (path: string) => Response) {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (ask: RequestInfo | URL) => new URL(ask instanceof Request ? ask.url : String(ask), ORIGIN).pathname;
  const open = async (name: string) => {
    const cached = all.get(name) ?? all.set(name, new Map()).get(name) ?? new Map<string, Response>();
    const add = async (ask: RequestInfo | URL) => {
      const answer = fetched(pathOf(ask));
      if (!answer.ok) throw new TypeError('not there');
      cached.set(pathOf(ask), answer);
    };
    return {
      match: async (ask: RequestInfo | URL) => cached.get(pathOf(ask))?.clone(),
      put: async (ask: RequestInfo | URL, answer: Response) => void cached.set(pathOf(ask), answer),
      add,
      addAll: async (asks: RequestInfo[]) => void (await Promise.all(asks.map(add))),
    };
  };
  const storage = { open, keys: async () => [...all.keys()], delete: async (name: string) => all.delete(name) };
  return { storage: storage as unknown as CacheStorage, pathsIn: (name: string) => [...(all.get(name)?.keys() ?? [])] };
}

const request = (path: string, how: { mode?: string; method?: string } = {}) =>
  ({ url: new URL(path, ORIGIN).href, mode: 'cors', method: 'GET', ...how }) as Request;
const opening = (path: string) => request(path, { mode: 'navigate' });

/** The connection to the club: `down` fails, `silent` never answers, `broken` returns 502. */
let line: 'up' | 'down' | 'silent' | 'broken';
const club = async (ask: RequestInfo | URL): Promise<Response> => {
  if (line === 'down') throw new TypeError('no line');
  if (line === 'silent') return new Promise(() => undefined);
  return new Response(`from the club: ${(ask as Request).url}`, { status: line === 'broken' ? 502 : 200 });
};

let made: ReturnType<typeof madeCaches>;
const keeperOf = (files: CachedFiles = FILES) => createKeeper(files, made.storage, ORIGIN, club as typeof fetch);

beforeEach(() => {
  line = 'up';
  // In a worker, relative URLs of requests resolve against its location.
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal(
    'Request',
    class {
      url: string;
      constructor(url: string) {
        this.url = new URL(url, ORIGIN).href;
      }
    },
  );
  made = madeCaches((path) => new Response(`kept ${path}`));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const textOf = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text());

describe('the app without a connection', () => {
  it('opens at any screen, from the cache', async () => {
    const keeper = keeperOf();
    await keeper.keep(false);
    await keeper.keepLanguage('ar');
    line = 'down';
    expect(await textOf(keeper.answer(opening('/Lottery?key=dice-30')))).toBe('kept /');
    for (const path of ['/assets/base.js', '/assets/lottery.js', '/assets/ar-play.js'])
      expect(await textOf(keeper.answer(request(path)))).toBe(`kept ${path}`);
  });

  it('opens from the cache also if the server does not answer, or a proxy reports it as unavailable', async () => {
    vi.useFakeTimers();
    const keeper = keeperOf();
    await keeper.keep(false);
    line = 'broken';
    expect(await textOf(keeper.answer(opening('/Home')))).toBe('kept /');
    line = 'silent';
    const answer = textOf(keeper.answer(opening('/Home')));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe('kept /');
  });

  it('is the server’s page as long as the server answers', async () => {
    const keeper = keeperOf();
    await keeper.keep(false);
    expect(await textOf(keeper.answer(opening('/Mine')))).toBe(`from the club: ${ORIGIN}/Mine`);
  });
});

describe('data of a member or of the club', () => {
  it.each([
    request('/api/me/balance'),
    request('/api/stream'),
    request('/book/tile/0/000'),
    opening('/console'),
    opening('/console/members'),
    opening('/api'),
    opening('/verifier.html'),
    request('/assets/base.js', { method: 'POST' }),
    request('https://elsewhere.example/assets/base.js'),
    request('/media/films/1/index.m3u8'),
  ])('is left to the line: $method $url', async (ask) => {
    const keeper = keeperOf();
    await keeper.keep(false);
    expect(keeper.answer(ask)).toBeNull();
  });

  it('is never cached; the cache has the files of the build, the page and the name of a language', async () => {
    const keeper = keeperOf();
    await keeper.keep(false);
    await keeper.keepLanguage('en');
    await keeper.keepLanguage('xx');
    const built = [...FILES.first, ...FILES.rest, ...(FILES.words.en ?? [])];
    expect(made.pathsIn('tercet-app-two').sort()).toEqual(['/', '/kept-language', ...built].sort());
  });
});

it('keeps only what the first page needs where the member saves data', async () => {
  await keeperOf().keep(true);
  expect(made.pathsIn('tercet-app-two').sort()).toEqual(['/', ...FILES.first].sort());
});

it('is not installed if a file cannot be loaded', async () => {
  made = madeCaches((path) => new Response('', { status: path === '/assets/lottery.js' ? 404 : 200 }));
  await expect(keeperOf().keep(false)).rejects.toThrow();
});

it('keeps the previous language, and then deletes only the previous build', async () => {
  const before = keeperOf({ ...FILES, version: 'one' });
  await before.keep(false);
  await before.keepLanguage('ar');
  await (await made.storage.open('tercet-push')).put('/kept-push', new Response('{}'));
  const keeper = keeperOf();
  await keeper.keep(false);
  await keeper.forgetOthers();
  expect((await made.storage.keys()).sort()).toEqual(['tercet-app-two', 'tercet-push']);
  line = 'down';
  expect(await textOf(keeper.answer(request('/assets/ar-first.js')))).toBe('kept /assets/ar-first.js');
});
