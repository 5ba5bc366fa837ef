let loadPlayer: () => Promise<unknown> = () => Promise.resolve();

/** Said once by the app: what shows a film. A list fetches it ahead, and knows no screen. */
export function setPlayerLoader(load: () => Promise<unknown>): void {
  loadPlayer = load;
}

/** A finger is on a film. */
export function preloadPlayer(): void {
  // Without a line it is asked for again by whoever opens it.
  loadPlayer().catch(() => undefined);
}
