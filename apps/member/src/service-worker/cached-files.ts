/** The files of one build of the app, by path. The build inserts this list. */
export interface CachedFiles {
  /** Id of the build; changes with the list of files. */
  version: string;
  /** Files of the first page. */
  first: readonly string[];
  /** Files of the other screens. */
  rest: readonly string[];
  /** Message files by language. */
  words: Readonly<Record<string, readonly string[]>>;
}

const PREFIX = 'tercet-app-';
/** The app's only HTML page, served for every screen. */
const PAGE = '/';
/** Cache entry with the language whose files are cached. */
const LANGUAGE = '/kept-language';
/** Serve the page from the cache after this time; the app then shows the state of the connection. */
const PAGE_MS = 5_000;

export interface Keeper {
  /**
   * Caches the app's files, so that it opens offline. `thrifty` limits them to the first page. Rejects if a file cannot
   * be fetched.
   */
  keep(thrifty: boolean): Promise<void>;
  keepLanguage(locale: string): Promise<void>;
  /** True if a file belongs to this build. */
  has(path: string): boolean;
  /** Deletes the files of other builds. */
  forgetOthers(): Promise<void>;
  /**
   * The answer to a request for a page or file of the app. Null for all other requests, which the worker must not
   * touch.
   */
  answer(request: Request): Promise<Response> | null;
}

/** Caches the app's files, never the club's answers, so that an old balance cannot pass for the current one. */
export function createKeeper(files: CachedFiles, caches: CacheStorage, origin: string, fetchIt: typeof fetch): Keeper {
  const name = `${PREFIX}${files.version}`;
  const known = new Set([...files.first, ...files.rest, ...Object.values(files.words).flat()]);

  async function keepLanguage(locale: string): Promise<void> {
    const wanted = files.words[locale];
    if (wanted === undefined) return;
    const cache = await caches.open(name);
    await addMissing(cache, wanted);
    await cache.put(LANGUAGE, new Response(locale));
  }

  async function page(request: Request): Promise<Response> {
    const stored = (await caches.open(name)).match(PAGE);
    const requested = fetchIt(request).catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_MS));
    const answer = await Promise.race([requested, late]);
    if (answer !== null && answer.status < 500) return answer;
    // A proxy in front of the club may answer with a 5xx page while the club is down.
    return (await stored) ?? answer ?? (await requested) ?? Response.error();
  }

  async function file(request: Request): Promise<Response> {
    return (await (await caches.open(name)).match(new URL(request.url).pathname)) ?? fetchIt(request);
  }

  return {
    async keep(thrifty) {
      const language = await languageBefore(caches);
      const cache = await caches.open(name);
      const wanted = [...files.first, ...(thrifty ? [] : files.rest), ...(files.words[language ?? ''] ?? [])];
      await Promise.all([cache.add(new Request(PAGE, { cache: 'no-cache' })), addMissing(cache, wanted)]);
      if (language !== null) await cache.put(LANGUAGE, new Response(language));
    },
    keepLanguage,
    has: (path) => known.has(path),
    async forgetOthers() {
      const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
      await Promise.all(others.map((one) => caches.delete(one)));
    },
    answer(request) {
      const url = new URL(request.url);
      if (request.method !== 'GET' || url.origin !== origin) return null;
      if (request.mode === 'navigate') return isScreen(url.pathname) ? page(request) : null;
      return known.has(url.pathname) ? file(request) : null;
    },
  };
}

/** True for the path of a screen: one word, as on the server. */
function isScreen(path: string): boolean {
  return /^\/(?!(?:api|console)\/?$)(?:[A-Za-z]+\/?)?$/.test(path);
}

async function addMissing(cache: Cache, paths: readonly string[]): Promise<void> {
  const here = await Promise.all(paths.map((path) => cache.match(path)));
  await cache.addAll(paths.filter((_, index) => here[index] === undefined));
}

/** The language cached with an earlier build; null if none. */
async function languageBefore(caches: CacheStorage): Promise<string | null> {
  for (const one of await caches.keys()) {
    if (!one.startsWith(PREFIX)) continue;
    const stored = await (await caches.open(one)).match(LANGUAGE);
    if (stored !== undefined) return stored.text();
  }
  return null;
}
