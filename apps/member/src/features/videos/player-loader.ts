interface PlayerLoader {
  /** Loads the player's screen. */
  player(): Promise<unknown>;
  /** Loads what decodes films in this browser, such as hls.js. */
  source(): Promise<unknown>;
}

let loader: PlayerLoader = { player: () => Promise.resolve(), source: () => Promise.resolve() };

/**
 * Sets the functions that load the player's code. The app calls it once, so that lists can preload without importing a
 * screen.
 */
export function setPlayerLoader(given: PlayerLoader): void {
  loader = given;
}

/** Loads the player's screen before a film is opened. */
export function preloadScreen(): void {
  // Without a connection the player's screen loads it again.
  loader.player().catch(() => undefined);
}

/** Loads all code of the player when a member touches a film. */
export function preloadPlayer(): void {
  preloadScreen();
  loader.source().catch(() => undefined);
}
