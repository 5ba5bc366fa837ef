import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';

// Live screens held still: what the club answered once, at the time of then. `screens/record.ts` writes it.

export const HELD_LANGUAGES = ['en', 'ar', 'ja'] as const;
export const HELD_PATHS = [
  ...['/api/house', '/api/me', '/api/me/play', '/api/lottery-classes', '/api/lotteries', '/api/lotteries?hot=true'],
  ...['/api/lotteries/dice-60', '/api/lotteries/dice-60/draws?limit=30'],
  ...['/api/video-classes', '/api/videos/featured', '/api/videos?limit=12'],
];

type Answers = Record<string, unknown>;

const COVER = join(import.meta.dirname, '../../../dev/films/covers/tides.webp');

/** From the next page on no second passes, and the club says to everybody what it said then. */
export async function holdAnswers(context: BrowserContext, language: string): Promise<void> {
  const answers = heldAnswers(language);
  await context.clock.install({ time: nowOf(answers) });
  await context.clock.pauseAt(nowOf(answers));
  await context.route('**/api/**', async (route) => {
    const url = new URL(route.request().url());
    const answer = answers[url.pathname + url.search];
    if (answer !== undefined) await route.fulfill({ json: atNow(answer, nowOf(answers)) });
    // The category beside the one that is shown, and what comes after the first films.
    else if (url.pathname === '/api/videos') await route.fulfill({ json: { items: [], nextCursor: null } });
    else if (url.pathname.endsWith('/cover')) await route.fulfill({ path: COVER });
    // Nothing else comes: neither news of draws nor proofs.
    else await route.abort();
  });
}

function atNow(answer: unknown, nowMs: number): unknown {
  return Object.hasOwn(answer as object, 'nowMs') ? { ...(answer as object), nowMs } : answer;
}

/** Lets what waits for a moment have it, some times over: the same moments in each run. */
export async function letSettle(page: Page): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.clock.runFor(TURN_MS);
    await page.waitForLoadState('networkidle');
  }
}
const TURNS = 4;
/** All turns together stay within the half second in which they begin. */
const TURN_MS = 100;

function heldAnswers(language: string): Answers {
  return JSON.parse(readFileSync(join(import.meta.dirname, `../pictures/answers/${language}.json`), 'utf8'));
}

/** Of when they were given. In the middle of a second: a hair more or less is the same on every clock of a page. */
function nowOf(answers: Answers): number {
  const { nowMs } = answers['/api/lotteries'] as { nowMs: number };
  return Math.floor(nowMs / SECOND_MS) * SECOND_MS + SECOND_MS / 2;
}
const SECOND_MS = 1_000;

/** The names in the answers that the club gives now, beside those of the answers that are held. */
export async function namesNowAndHeld(
  request: APIRequestContext,
): Promise<[path: string, now: string[], held: string[]][]> {
  const held = heldAnswers('en');
  const found: [string, string[], string[]][] = [];
  for (const path of HELD_PATHS) {
    const now = namesOf(await (await request.get(path)).json());
    // A list that is empty here tells nothing of its things.
    const isEmpty = !now.some((name) => name.startsWith(IN_LIST));
    const names = namesOf(held[path]).filter((name) => !isEmpty || !name.startsWith(IN_LIST));
    found.push([path, now, names]);
  }
  return found;
}

const IN_LIST = 'items.';

/** Names at the top, and of the first of a list. */
function namesOf(answer: unknown): string[] {
  const { items, ...rest } = answer as { items?: object[] };
  return [...Object.keys(rest), ...Object.keys(items?.[0] ?? {}).map((name) => IN_LIST + name)].sort();
}
