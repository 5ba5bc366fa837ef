interface Asked {
  method: string;
  url: string;
  headers: { accept?: string | undefined };
}

/** Parts of the server that answer programs, or have a page of their own. */
const NO_SCREENS = new Set(['api', 'assets', 'console']);

/**
 * Whether a person may have typed this address or followed a link to it, so that the answer is the app's page, which
 * shows the screen or says that there is none. API, book and file addresses never count. A browser names `text/html`
 * first; a client that accepts anything gets the page only where a screen may be: one word.
 */
export function isTypedAddress({ method, url, headers }: Asked): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const words = (url.split(/[?#]/, 1)[0] ?? '').split('/').filter((word) => word !== '');
  const [first = ''] = words;
  if (NO_SCREENS.has(first.toLowerCase()) || isFile(words.at(-1) ?? '')) return false;
  // The files of the book are below `/book/`; `/Book` is a screen.
  if (first === 'book' && words.length > 1) return false;
  const isWord = words.length === 0 || (words.length === 1 && /^[A-Za-z]+$/.test(first));
  return isWord || (headers.accept ?? '').toLowerCase().includes('text/html');
}

/** A name with an extension, such as `logo.png`; `v1.2` and `a.b c` are words. */
function isFile(word: string): boolean {
  return /\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(word);
}
