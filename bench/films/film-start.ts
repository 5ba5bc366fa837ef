import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { putFilm } from './film-kit.ts';

const RUNS = 5;
const CPU_SLOWER = 4;
/** Longer than a minute: like most films it begins at its start point instead of 0. */
const SECONDS = 66;
const SEEKS = [58, 33, 49, 28];
const FRAME_BUDGET_MS = 1_000;
const SEEK_BUDGET_MS = 500;
const WAIT_MS_MAX = 15_000;
/** Until the list has finished loading. Nobody taps sooner. */
const SETTLE_MS = 1_000;

/**
 * Time from the tap on a film in the list to its first picture, and from a seek to the picture there, in the built app
 * on a CPU four times slower. The floors are the budgets; a ratio below 1 meets them. Each visit has a fresh profile:
 * only what the app has preloaded is there before the tap.
 */
export async function filmStart(): Promise<void> {
  const memberApp = await buildMemberApp();
  const folder = mkdtempSync(join(tmpdir(), 'tercet-bench-films-'));
  const club = await startBenchClub({ members: RUNS + 1, lotteries: [] });
  const browser = await chromium.launch(await launchOptions());
  try {
    const films = join(folder, 'films');
    mkdirSync(films);
    const port = await club.serve(memberApp, { TERCET_FILMS: films });
    await putFilm(club, { folder, films, seconds: SECONDS });
    const [frames, seeks]: [number[], number[]] = [[], []];
    for (const [run, member] of club.members.entries()) {
      const visit = await watch(browser, `http://127.0.0.1:${port}`, member);
      // The first visit warms up the server. The browser profile is fresh each time.
      if (run === 0) continue;
      frames.push(visit.firstFrameMs);
      seeks.push(...visit.seekMs);
    }
    report('film start, first picture', percentile(frames, 0.5), 'ms', FRAME_BUDGET_MS);
    report('film start, first picture, slowest', Math.max(...frames), 'ms', FRAME_BUDGET_MS);
    report('film seek', percentile(seeks, 0.5), 'ms', SEEK_BUDGET_MS);
    report('film seek, slowest', Math.max(...seeks), 'ms', SEEK_BUDGET_MS);
  } finally {
    await browser.close();
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Visit {
  firstFrameMs: number;
  seekMs: number[];
}

async function watch(browser: Browser, address: string, { token }: BenchMember): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    await context.addCookies([{ name: 'tercet', value: token, url: address }]);
    const page = await slowPage(context);
    await page.goto(`${address}/Video`);
    const card = page.locator('[role="tabpanel"]:not([inert])').getByRole('link', { name: /Bench/ }).first();
    await card.waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await card.click();
    const firstFrameMs = await shownSince(page, 'click');
    const seekMs: number[] = [];
    for (const seconds of SEEKS) {
      await page.waitForTimeout(SETTLE_MS);
      await page.evaluate((to) => globalThis.filmPictures.expect(to), seconds);
      await page.getByRole('slider', { name: 'Place in the film' }).fill(String(seconds));
      seekMs.push(await shownSince(page, 'input'));
    }
    return { firstFrameMs, seekMs };
  } finally {
    await context.close();
  }
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchPictures);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  return page;
}

async function shownSince(page: Page, act: 'click' | 'input'): Promise<number> {
  const shown = await page.waitForFunction((name) => globalThis.filmPictures.shownSince(name), act, {
    timeout: WAIT_MS_MAX,
  });
  const ms = await shown.jsonValue();
  if (ms === null) throw new Error('no picture was shown');
  return ms;
}

declare global {
  var filmPictures: {
    /** The second of the film that the next act leads to. */
    expect(seconds: number): void;
    /** Time from the last act of that name to its picture; null until it is shown. */
    shownSince(act: 'click' | 'input'): number | null;
  };
}

interface PageVideo {
  requestVideoFrameCallback(shown: (now: number, frame: { mediaTime: number }) => void): void;
}

/** The parts of the DOM used here: these files are checked without its types. */
declare const document: {
  addEventListener(type: string, listener: (event: Event) => void, options: { capture: boolean }): void;
  querySelector(selector: 'video'): PageVideo | null;
};
declare const MutationObserver: new (
  changed: () => void,
) => { observe(target: typeof document, options: { childList: boolean; subtree: boolean }): void };

/** Runs in the page: records taps and pictures by the page's clock. */
function watchPictures(): void {
  const acts: Record<string, number> = {};
  let expected: number | null = null;
  let shownAt: number | null = null;
  const note = ({ type, timeStamp }: Event) => {
    acts[type] = timeStamp;
    shownAt = null;
  };
  for (const type of ['click', 'input']) document.addEventListener(type, note, { capture: true });
  const follow = (video: PageVideo) => {
    video.requestVideoFrameCallback((now, { mediaTime }) => {
      const isAsked = expected === null || Math.abs(mediaTime - expected) < 1;
      if (isAsked) shownAt ??= now;
      follow(video);
    });
  };
  const seen = new WeakSet<PageVideo>();
  new MutationObserver(() => {
    const video = document.querySelector('video');
    if (video === null || seen.has(video)) return;
    seen.add(video);
    follow(video);
  }).observe(document, { childList: true, subtree: true });
  globalThis.filmPictures = {
    expect(seconds) {
      expected = seconds;
      shownAt = null;
    },
    shownSince: (act) => (shownAt === null || acts[act] === undefined ? null : shownAt - acts[act]),
  };
}
