interface PageRequest {
  method: string;
  url: string;
  headers: { accept?: string | undefined };
}

/** Parts of the server that answer programs or have their own page. */
const NO_SCREENS = new Set(['assets', 'console', '.well-known']);
/** Stands for an API path that cannot be decoded; no route has this address. */
const NOWHERE = '/api/malformed';

/**
 * True if a person may have typed this address or followed a link to it. The answer is then the app's page, which
 * shows the screen or an error. API, book and asset addresses never count. A browser that opens an address accepts
 * `text/html`. A client that accepts anything gets the page only at an address that may be a screen: one word.
 */
export function isPageAddress({ method, url, headers }: PageRequest): boolean {
  if (!isRead(method)) return false;
  const words = wordsOf(url);
  const [first = ''] = words;
  if (isApi(first) || NO_SCREENS.has(first.toLowerCase())) return false;
  // The book's files are below `/book/`; `/Book` is a screen.
  if (first === 'book' && words.length > 1) return false;
  const isWord = words.length === 0 || (words.length === 1 && /^[A-Za-z]+$/.test(first));
  return isWord || takesPages(headers);
}

/**
 * The console's address that a person meant who typed it in capitals or with a slash too many; null if it is right as
 * it is, or none of the console's.
 */
export function meantConsoleAddress({ method, url, headers }: PageRequest): string | null {
  const [path = ''] = url.split(/[?#]/, 1);
  const [first = '', ...rest] = wordsOf(path);
  if (!isRead(method) || !takesPages(headers) || first.toLowerCase() !== 'console') return null;
  if (path === '/console' || path.startsWith('/console/')) return null;
  return ['/console', ...rest].join('/') + url.slice(path.length);
}

/**
 * The address in a form that the router can decode. The router answers undecodable percent signs without headers or a
 * problem document, so they become `%25`. Such a path matches nothing and gets the usual answer. Below `/api` it
 * becomes an address without a route.
 */
export function decodableUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%') || isDecodable(path)) return url;
  if (isApi(wordsOf(path)[0])) return NOWHERE;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function takesPages({ accept }: PageRequest['headers']): boolean {
  return (accept ?? '').toLowerCase().includes('text/html');
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
