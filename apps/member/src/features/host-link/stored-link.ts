import { inTab } from '@tercet/contract/text-storage.ts';

const STORED_AS = 'tercet.host-link';

let stored: string | null = null;

/**
 * Moves the secret of a private link out of the address bar, away from screenshots and the history. Stored until the
 * tab is closed. Null if there is none.
 */
export function takeHostLink(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash.length > 1) {
    window.history.replaceState(window.history.state, '', pathname + search);
    keepHostLink(hash.slice(1));
  }
  return stored ?? inTab.read(STORED_AS);
}

/** Stores the secret of a private link; null deletes it. */
export function keepHostLink(token: string | null): void {
  stored = token;
  inTab.write(STORED_AS, token);
}
