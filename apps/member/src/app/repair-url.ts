/** Punctuation, quotes, spaces and invisible characters at the end of a link, plain or percent-encoded. */
const AFTER_LINK =
  /(?:[.,;:!?)\]}>'*]|%2[027]|%0[9AD]|%C2%A0|%E2%80%(?:9[89CD]|8[BCDEF]|A6)|%C2%BB|%EF%BB%BF|%E2%81%A0)+$/i;

/** Parts of a URL, named as in `window.location`. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Repairs a URL: removes punctuation that a messenger added to the link, and repeated slashes at the start. Encodes
 * invalid percent signs, so that the router shows "not found" instead of failing.
 */
export function canonicalAddress({ pathname, search, hash }: Address): string {
  const path = pathname.replace(/^\/{2,}/, '/');
  const readable = decoded(path) === null ? path.replaceAll('%', '%25') : path;
  return (readable + search + hash).replace(AFTER_LINK, '') || '/';
}

export function repairUrl(): void {
  const { pathname, search, hash } = window.location;
  const meant = canonicalAddress({ pathname, search, hash });
  if (meant !== pathname + search + hash) window.history.replaceState(window.history.state, '', meant);
}

/** Decodes a path; null if that fails. Callers must use the result, or the bundler drops the call. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
