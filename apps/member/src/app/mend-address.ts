/**
 * What ends a sentence or closes a bracket behind a link, plain or as browsers encode it: ” “ » … and quotes, spaces
 * and characters that nobody sees.
 */
const AFTER_LINK =
  /(?:[.,;:!?)\]}>'*]|%2[027]|%0[9AD]|%C2%A0|%E2%80%(?:9[89CD]|8[BCDEF]|A6)|%C2%BB|%EF%BB%BF|%E2%81%A0)+$/i;

/** Parts of an address, as `window.location` has them. */
export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * The address that was meant: without what a messenger took into the link from the sentence around it, and without
 * repeated slashes at its beginning. A path whose percent signs cannot be decoded becomes one that the router can
 * read, and finds no screen for.
 */
export function meantAddress({ pathname, search, hash }: Address): string {
  const path = pathname.replace(/^\/{2,}/, '/');
  const readable = decoded(path) === null ? path.replaceAll('%', '%25') : path;
  return (readable + search + hash).replace(AFTER_LINK, '') || '/';
}

export function mendAddress(): void {
  const { pathname, search, hash } = window.location;
  const meant = meantAddress({ pathname, search, hash });
  if (meant !== pathname + search + hash) window.history.replaceState(window.history.state, '', meant);
}

/** The result is used: a bundler drops a call that looks as if it did nothing. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
