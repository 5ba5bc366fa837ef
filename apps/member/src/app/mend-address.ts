/** Makes an address whose percent signs cannot be decoded one that the router can read, and finds no screen for. */
export function mendAddress(): void {
  const { pathname, search, hash } = window.location;
  if (decoded(pathname) !== null) return;
  window.history.replaceState(window.history.state, '', pathname.replaceAll('%', '%25') + search + hash);
}

/** The result is used: a bundler drops a call that looks as if it did nothing. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
