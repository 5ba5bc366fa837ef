import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../kit/browser.ts';
import { startClub } from '../kit/club.ts';
import setup from '../kit/setup.ts';
import { overflowOf, overflowOfLarge } from '../pages/look.ts';
import { stretchTexts } from '../spoken/other-words.ts';
import { makeIndex, type Taken } from './contact-sheet.ts';
import { type Place, placeNames, placesOf, STATES, type State } from './places.ts';
import { settledMember } from './settled-member.ts';

// npm run build -- screens: screenshots of every screen in every state and look, for people to review. Arguments: names
// of screens; --look light,dark,long,ar,ja,th (any language); --state ready,loading,empty,failed; --width PIXELS of a
// tablet or desktop in place of a phone; --out FOLDER. The look `long` is English lengthened by 40 %. Overflow and
// truncated text are reported, also at twice the text size and 320 px, and make the command fail.

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const OTHER_LANGUAGES = ['ar', 'ja', 'mn', 'tg', 'ko', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant'] as const;
type OtherLanguage = (typeof OTHER_LANGUAGES)[number];
const LOOKS = {
  light: { locale: 'en', colorScheme: 'light' },
  dark: { locale: 'en', colorScheme: 'dark' },
  long: { locale: 'en', colorScheme: 'light' },
  ...(Object.fromEntries(OTHER_LANGUAGES.map((locale) => [locale, { locale, colorScheme: 'light' }])) as Record<
    OtherLanguage,
    { locale: OtherLanguage; colorScheme: 'light' }
  >),
} as const;
type Look = keyof typeof LOOKS;
const USUAL: Look[] = ['light', 'dark', 'ar', 'ja'];

/** Answers that every state has. A state withholds only the screen's own data. */
const ALWAYS_THERE = /^\/api\/(me|house|time|stream|health|me\/play|book\/[\w/-]+)$/;
const REST_MS = 450;
const READY_MS = 8_000;

const { positionals, values } = readArguments();
const out = values.out ?? join(import.meta.dirname, '../../../dist/screens');
const width = values.width === undefined ? null : Number(values.width);
if (width !== null && !(width >= 320 && width <= 3840)) {
  console.error('--width is from 320 to 3840 pixels');
  process.exit(2);
}
const device = width === null ? PHONE : { viewport: { width, height: Math.round(width * 0.625) } };
const looks = (values.look?.split(',') as Look[] | undefined) ?? USUAL;
const states = values.state?.split(',') as State[] | undefined;

refuseUnknown('screen', positionals, placeNames());
refuseUnknown('look', looks, Object.keys(LOOKS));
refuseUnknown('state', states ?? [], STATES);

/** What overflows, and where. */
const cut: string[] = [];

await setup();
await rm(out, { recursive: true, force: true });
const club = await startClub({ seeded: true });
const browser = await chromium.launch(await launchOptions());
try {
  const taken: Taken[] = [];
  for (const look of looks) taken.push(...(await takeAll(browser, look)));
  await makeIndex(out, taken);
  console.log(`${taken.length} pictures in ${out}; open index.html there`);
  for (const fault of cut) console.error(`does not fit: ${fault}`);
  if (cut.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await club.stop();
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ look: { type: 'string' }, state: { type: 'string' }, width: { type: 'string' }, out: { type: 'string' } },
      },
    });
  } catch {
    const usage =
      'usage: npm run build -- screens [--look LOOKS] [--state STATES] [--width PIXELS] [--out FOLDER] [NAME…]';
    console.error(`${usage}; names: ${placeNames().join(', ')}`);
    process.exit(2);
  }
}

function refuseUnknown(kind: string, requests: readonly string[], known: readonly string[]): void {
  const unknown = requests.find((one) => !known.includes(one));
  if (unknown === undefined) return;
  console.error(`no ${kind} is called ${unknown}; there are: ${known.join(', ')}`);
  process.exit(2);
}

async function takeAll(browser: Browser, look: Look): Promise<Taken[]> {
  const open = () =>
    browser.newContext({
      ...{ ...device, baseURL: club.address, timezoneId: 'UTC' },
      ...{ ...LOOKS[look], reducedMotion: 'reduce', serviceWorkers: 'block' },
    });
  const [visitor, member, fresh] = [await open(), await open(), await open()];
  if (look === 'long') for (const context of [visitor, member, fresh]) await stretchTexts(context);
  await settledMember(member, club, { hasPlayed: true });
  await settledMember(fresh, club, { hasPlayed: false });
  const taken: Taken[] = [];
  for (const place of await placesOf(visitor.request, member.request)) {
    if (positionals.length > 0 && !positionals.includes(place.name)) continue;
    for (const state of place.states.filter((one) => states === undefined || states.includes(one))) {
      const context = place.by === 'visitor' ? visitor : state === 'empty' ? fresh : member;
      const file = join(look, `${place.name}.${state}.png`);
      await mkdir(join(out, look), { recursive: true });
      const { picture, faults } = await take(context, place, state);
      await writeFile(join(out, file), picture);
      cut.push(...faults.map((fault) => `${file}: ${fault}`));
      taken.push({ look, name: place.name, state, file });
    }
  }
  for (const context of [visitor, member, fresh]) await context.close();
  return taken;
}

interface Shown {
  picture: Buffer;
  faults: string[];
}

async function take(context: BrowserContext, place: Place, state: State): Promise<Shown> {
  const page = await context.newPage();
  if (state === 'loading' || state === 'failed') await withhold(page, state);
  await page.goto(place.path);
  if (state === 'ready' || state === 'empty')
    await page.waitForLoadState('networkidle', { timeout: READY_MS }).catch(() => undefined);
  if (place.replacedBy !== undefined) await replace(page, place.replacedBy);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(state === 'failed' ? REST_MS * 4 : REST_MS);
  const picture = await page.screenshot();
  const faults = [...(await overflowOf(page)), ...(state === 'ready' ? await overflowOfLarge(page) : [])];
  await page.close();
  return { picture, faults };
}

/** Brings the page to the front, which detects the other session. */
async function replace(page: Page, name: string): Promise<void> {
  const problem = { type: 'urn:tercet:problem:caller-changed', title: 'caller-changed', code: 'caller-changed' };
  const body = JSON.stringify({ ...problem, status: 409, params: { name } });
  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
  );
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('dialog').waitFor();
}

/** Leaves the screen's calls unanswered or answers with an error. */
async function withhold(page: Page, how: 'loading' | 'failed'): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET' || ALWAYS_THERE.test(pathname)) return route.continue();
    if (how === 'loading') return;
    const problem = { type: 'urn:tercet:problem:internal', title: 'internal', status: 500, code: 'internal' };
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
}
