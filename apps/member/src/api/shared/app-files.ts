const WAIT_MS = 5_000;
const CODE = /\bjavascript\b/;
const WORDS = /\bjson\b/;
/** Import statements in the form that the build writes. */
const IMPORT = /\b(?:from|import)\s*["'](\.{1,2}\/[\w./-]+)["']/g;
const FILES_MAX = 40;

/**
 * Availability of a file of the app; see `LoadFailure`. `no-line`: no connection; `away`: server error; `renewed`:
 * replaced by a newer version.
 */
export type FileState = 'there' | 'no-line' | 'away' | 'missing' | 'renewed';

/** Requests a script or JSON file of the app that failed to load, without cookies. Never rejects. */
export async function fileState(url: string): Promise<FileState> {
  try {
    const answer = await ask(url);
    if (answer.status >= 500) return 'away';
    // A captive portal answers with its own page instead of the file.
    if (answer.ok) return typeOf(url).test(answer.headers.get('content-type') ?? '') ? 'there' : 'no-line';
    return (await isRenewed()) ? 'renewed' : 'missing';
  } catch {
    return 'no-line';
  }
}

/** Fetches a JSON file of the app. Rejects if the answer is not OK. */
export async function fetchWords(url: string): Promise<object> {
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`${answer.status} for ${url}`);
  return answer.json();
}

/**
 * The first unavailable file among a script and its direct and indirect imports; null if all are available. Never
 * rejects.
 */
export async function lostImport(url: string): Promise<{ url: string; state: Exclude<FileState, 'there'> } | null> {
  const found = [url];
  for (let next = 0; next < Math.min(found.length, FILES_MAX); next += 1) {
    const file = found[next] as string;
    const state = await fileState(file);
    if (state !== 'there') return { url: file, state };
    for (const one of await importsOf(file)) if (!found.includes(one)) found.push(one);
  }
  return null;
}

async function importsOf(url: string): Promise<string[]> {
  const code = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(WAIT_MS) })
    .then((answer) => answer.text())
    .catch(() => '');
  return [...code.matchAll(IMPORT)].map(([, path = '']) => new URL(path, url).href);
}

/** The content type that the server sends for a file of the app. */
function typeOf(url: string): RegExp {
  return new URL(url).pathname.endsWith('.json') ? WORDS : CODE;
}

/** True if the club's page no longer names this script. */
async function isRenewed(): Promise<boolean> {
  const page = await ask('/', { accept: 'text/html' });
  return page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname);
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, cache: 'no-cache', credentials: 'omit', signal: AbortSignal.timeout(WAIT_MS) });
}
