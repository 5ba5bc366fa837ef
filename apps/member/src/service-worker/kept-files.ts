/** The files of one build of the app, by their addresses; put in by the build. */
export interface KeptFiles {
  /** Names the build: another list of files has another. */
  version: string;
  /** What the first page needs. */
  first: readonly string[];
  /** The other screens. */
  rest: readonly string[];
  /** The words of each language. */
  words: Readonly<Record<string, readonly string[]>>;
}

const PREFIX = 'tercet-app-';
/** The one page of the app, whatever screen it was asked for. */
const PAGE = '/';
/** Which language the files of were kept, as the cache itself remembers it. */
const LANGUAGE = '/kept-language';
/** A page that takes longer comes out of the cache: the app itself then tells how the line is. */
const PAGE_MS = 5_000;

export interface Keeper {
  /** Fetches the app's files, so that it opens without a line. Rejects where one cannot be had. */
  keep(thrifty: boolean): Promise<void>;
  keepLanguage(locale: string): Promise<void>;
  /** Whether a file is one of this build. */
  has(path: string): boolean;
  /** Forgets the files of other builds. */
  forgetOthers(): Promise<void>;
  /** The answer to a request, or null for what is none of its business: whatever belongs to a member or to the club. */
  answer(request: Request): Promise<Response> | null;
}

/**
 * Keeps the app, never what it shows: no answer of the club is in a cache, so that no balance of before can be taken
 * for one of now.
 */
export function createKeeper(files: KeptFiles, caches: CacheStorage, origin: string, fetchIt: typeof fetch): Keeper {
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
    const kept = (await caches.open(name)).match(PAGE);
    const asked = fetchIt(request).catch(() => null);
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_MS));
    const answer = await Promise.race([asked, late]);
    if (answer !== null && answer.status < 500) return answer;
    // What stands before the club may answer in its place while the club is away.
    return (await kept) ?? answer ?? (await asked) ?? Response.error();
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

/** A screen is one word, as the server has it too. */
function isScreen(path: string): boolean {
  return /^\/(?!(?:api|console)\/?$)(?:[A-Za-z]+\/?)?$/.test(path);
}

async function addMissing(cache: Cache, paths: readonly string[]): Promise<void> {
  const here = await Promise.all(paths.map((path) => cache.match(path)));
  await cache.addAll(paths.filter((_, index) => here[index] === undefined));
}

/** The language that was kept with an earlier build. */
async function languageBefore(caches: CacheStorage): Promise<string | null> {
  for (const one of await caches.keys()) {
    if (!one.startsWith(PREFIX)) continue;
    const kept = await (await caches.open(one)).match(LANGUAGE);
    if (kept !== undefined) return kept.text();
  }
  return null;
}
