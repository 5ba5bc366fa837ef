import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

// Freezes live screens with recorded answers of a club, at the time of the recording. `screens/record.ts` records them.

export const HELD_LANGUAGES = ['en', 'ar', 'ja'] as const;
export const HELD_PATHS = [
  ...['/api/house', '/api/session', '/api/me/play', '/api/lottery-classes', '/api/lotteries'],
  ...['/api/lotteries/dice-60', '/api/lotteries/dice-60/draws?limit=30'],
  ...['/api/video-classes', '/api/videos/featured', '/api/videos?limit=12'],
];

type Answers = Record<string, unknown>;

const COVER = join(import.meta.dirname, '../../../dev/films/covers/tides.webp');

/** Stops time and serves the recorded answers, from the next page load. */
export async function holdAnswers(context: BrowserContext, language: string): Promise<void> {
  const answers = heldAnswers(language);
  await context.clock.install({ time: nowOf(answers) });
  await context.clock.pauseAt(nowOf(answers));
  await context.route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    const answer = answers[url.pathname + url.search];
    if (answer !== undefined) await route.fulfill({ json: atNow(answer, nowOf(answers)) });
    // The neighbouring category, and further pages.
    else if (url.pathname === '/api/videos') await route.fulfill({ json: { items: [], nextCursor: null } });
    else if (url.pathname.endsWith('/cover')) await route.fulfill({ path: COVER });
    // No news of draws and no proofs.
    else await route.abort();
  });
}

function atNow(answer: unknown, nowMs: number): unknown {
  return Object.hasOwn(answer as object, 'nowMs') ? { ...(answer as object), nowMs } : answer;
}

/** Advances the stopped clock in fixed steps, so that short timers fire at the same moments in each run. */
export async function letSettle(page: Page): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.clock.runFor(TURN_MS);
    await page.waitForLoadState('networkidle');
  }
}
const TURNS = 4;
/** All steps together stay within the half second in which they begin. */
const TURN_MS = 100;

function heldAnswers(language: string): Answers {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../pictures/answers/${language}.json`), 'utf8'));
}

/** The time of the recording, moved to the middle of a second, so that small clock differences do not show. */
function nowOf(answers: Answers): number {
  const { nowMs } = answers['/api/lotteries'] as { nowMs: number };
  return Math.floor(nowMs / SECOND_MS) * SECOND_MS + SECOND_MS / 2;
}
const SECOND_MS = 1_000;

/** Field names of the club's current answers and of the recorded ones. */
export async function namesNowAndHeld(
  request: APIRequestContext,
): Promise<[path: string, now: string[], held: string[]][]> {
  const held = heldAnswers('en');
  const found: [string, string[], string[]][] = [];
  for (const path of HELD_PATHS) {
    const now = namesOf(await (await request.get(path)).json());
    // The items of a list that is empty here cannot be compared.
    const isEmpty = !now.some((name) => name.startsWith(IN_LIST));
    const names = namesOf(held[path]).filter((name) => !isEmpty || !name.startsWith(IN_LIST));
    found.push([path, now, names]);
  }
  return found;
}

const IN_LIST = 'items.';

/** Field names of an answer, and of the first item of its lists. */
function namesOf(answer: unknown): string[] {
  const { items, ...rest } = answer as { items?: object[] };
  return [...Object.keys(rest), ...Object.keys(items?.[0] ?? {}).map((name) => IN_LIST + name)].sort();
}
