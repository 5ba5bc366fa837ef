interface Asked {
  method: string;
  url: string;
  headers: { accept?: string | undefined };
}

/** Parts of the server that answer programs, or have a page of their own. */
const NO_SCREENS = new Set(['assets', 'console', '.well-known']);
/** The address of a path that cannot be decoded, for programs: nothing is there. */
const NOWHERE = '/api/malformed';

/**
 * Whether a person may have typed this address or followed a link to it, so that the answer is the app's page, which
 * shows the screen or says that there is none. API, book and asset addresses never count. A browser that opens an
 * address names `text/html`; a client that accepts anything gets the page only where a screen may be: one word.
 */
export function isTypedAddress({ method, url, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const words = wordsOf(url);
  const [first = ''] = words;
  if (isApi(first) || NO_SCREENS.has(first)) return false;
  // The files of the book are below `/book/`; `/Book` is a screen.
  if (first === 'book' && words.length > 1) return false;
  const isWord = words.length === 0 || (words.length === 1 && /^[A-Za-z]+$/.test(first));
  return isWord || (headers.accept ?? '').toLowerCase().includes('text/html');
}

/**
 * The address as the router can read it. The router answers a path whose percent signs cannot be decoded without
 * headers or a problem document, so they become `%25`: the path then names nothing, and is answered like any other
 * such path. Below `/api` it becomes an address where nothing is.
 */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%') || isDecodable(path)) return url;
  if (isApi(wordsOf(path)[0])) return NOWHERE;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isApi(first: string | undefined): boolean {
  return first?.toLowerCase() === 'api';
}

function wordsOf(url: string): string[] {
  return (url.split(/[?#]/, 1)[0] ?? '').split('/').filter((word) => word !== '');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
