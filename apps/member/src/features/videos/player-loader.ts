let loadPlayer: () => Promise<unknown> = () => Promise.resolve();

/**
 * Sets the function that loads the player's code. The app calls it once, so that lists can preload without importing a
 * screen.
 */
export function setPlayerLoader(load: () => Promise<unknown>): void {
  loadPlayer = load;
}

/** Loads the player's code when a member touches a film. */
export function preloadPlayer(): void {
  // Without a connection the player's screen loads it again.
  loadPlayer().catch(() => undefined);
}
