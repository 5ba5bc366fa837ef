import { inTab } from '@tercet/contract/text-storage.ts';
import { fileState, lostImport } from '../../api/shared/app-files.ts';
import { askAgain, LoadFailure } from '../../ui/load-failure/load-failure.ts';

type Module = object;

declare global {
  /** The build replaces each `import()` of an app file by a call of this function. */
  var importAppFile: (path: string, from: string) => Promise<Module>;
}

const RELOADED_AT = 'tercet.reloaded-at';
const RELOAD_AFTER_MS = 600_000;
const LOOK_MS = 2_000;
const LOOK_MS_MAX = 30_000;

/** Working URLs of files whose own URL failed, by their own URL. */
const fresh = new Map<string, string>();
const lost = new Set<string>();
let waitMs = LOOK_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Imports a file of the app. Many browsers cache a failed import until the page reloads, so a retry uses another URL.
 * Rejects with `LoadFailure`. After a success, all failed imports are retried.
 */
export async function importFile(path: string, from: string, bring = byBrowser): Promise<Module> {
  const url = new URL(path, from).href;
  try {
    return await bring(fresh.get(url) ?? url);
  } catch (error) {
    const state = await fileState(url);
    if (state === 'there') return again(url, bring, error);
    if (state !== 'renewed') watch(url);
    throw new LoadFailure(state, url, error);
  }
}

/**
 * True if the app may reload the page, because a file is available but does not run. Some browsers cache a failed
 * import until the page is reloaded.
 *
 * True at most once in ten minutes per tab, and never if session storage cannot be written.
 */
export function mayReloadFor(error: unknown, nowMs = Date.now()): boolean {
  if (!(error instanceof LoadFailure) || error.because !== 'broken') return false;
  const lastMs = Number(inTab.read(RELOADED_AT) ?? 0);
  return nowMs - lastMs > RELOAD_AFTER_MS && inTab.write(RELOADED_AT, String(nowMs));
}

/**
 * Retries a file by its own URL first, so that browsers without that cache never load a file twice. Then uses another
 * URL.
 */
async function again(url: string, bring: typeof byBrowser, first: unknown): Promise<Module> {
  try {
    return await bring(url);
  } catch {
    const otherUrl = `${url}?again=${Date.now()}`;
    try {
      const found = await bring(otherUrl);
      fresh.set(url, otherUrl);
      return found;
    } catch {
      const other = await lostImport(url);
      if (other === null) throw new LoadFailure('broken', url, first);
      if (other.state !== 'renewed') watch(other.url);
      throw new LoadFailure(other.state, other.url, first);
    }
  }
}

function byBrowser(url: string): Promise<Module> {
  return import(/* @vite-ignore */ url);
}

function watch(url: string): void {
  lost.add(url);
  timer ??= setTimeout(() => void look(), waitMs);
}

async function look(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const [url] = lost;
  if (url === undefined) return;
  if ((await fileState(url)) === 'there') {
    lost.clear();
    waitMs = LOOK_MS;
    askAgain();
    return;
  }
  waitMs = Math.min(waitMs * 2, LOOK_MS_MAX);
  timer ??= setTimeout(() => void look(), waitMs);
}

/** Installs `importAppFile`. Call once, before anything is imported. */
export function importFiles(): void {
  globalThis.importAppFile = importFile;
  window.addEventListener('online', () => void look());
}
