import { type Browser, chromium, type Page } from '@playwright/test';
import { buildConsole } from '@tercet/dev/pages/console-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { signInOwner } from '../kit/staff.ts';
import { QUICK_LOTTERIES } from '../kit/tables.ts';
import { bytesOf, followTransfers } from '../kit/transfers.ts';

/** `TERCET_BENCH_MEMBERS` makes the house smaller, to try the benchmark. */
const MEMBERS = Number(process.env.TERCET_BENCH_MEMBERS ?? 100_000);
/** A folder with another build of the console, to compare it. */
const BUILT = process.env.TERCET_BENCH_CONSOLE;
const RUNS = 5;
const CPU_SLOWER = 4;
const FIRST_LOAD_BYTES = 180_000;
const LIST_MS = 1_500;
/** Long enough for what a screen loads after its first picture. */
const SETTLE_MS = 2_500;
const DESK = { width: 1280, height: 800 };

/**
 * The console on a CPU four times slower: bytes of JavaScript for the sign-in page and for the first screens after it,
 * and time until the list of members is on the screen. The floors are the budgets; a ratio below 1 meets them.
 */
export async function consoleWeight(): Promise<void> {
  const built = BUILT ?? (await buildConsole());
  const club = await startBenchClub({ members: MEMBERS, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    // The list searches claimed names.
    await club.owner.query(
      'insert into members.user_name_claim (name_key, bucket, member_id) select user_name, bucket, member_id from members.member',
    );
    const token = await signInOwner(club);
    const address = `http://127.0.0.1:${await club.serve(undefined, { TERCET_CONSOLE_APP: built }, ['--role=api'])}`;
    const first = await open(browser, { address, path: '/console' });
    await first.page.getByRole('textbox').first().waitFor();
    await first.page.waitForTimeout(SETTLE_MS);
    report('console sign-in js', first.scriptBytes(), 'bytes gzip', FIRST_LOAD_BYTES);
    await first.page.context().close();
    for (const path of ['/console/dashboard', '/console/members']) {
      const visit = await open(browser, { address, path, token });
      await headingOf(visit.page).waitFor();
      await visit.page.waitForTimeout(SETTLE_MS);
      report(`${path} js, with sign-in`, visit.scriptBytes(), 'bytes gzip', FIRST_LOAD_BYTES);
      await visit.page.context().close();
    }
    const loads: number[] = [];
    const steps: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const { loadMs, stepMs } = await visitMembers(browser, { address, token });
      // The first visit warms up the server.
      if (run === 0) continue;
      loads.push(loadMs);
      steps.push(stepMs);
    }
    report(`console list of ${MEMBERS} members, first load`, percentile(loads, 0.5), 'ms', LIST_MS);
    report(`console list of ${MEMBERS} members, from the menu`, percentile(steps, 0.5), 'ms', LIST_MS);
  } finally {
    await browser.close();
    await club.stop();
  }
}

interface Visit {
  page: Page;
  /** Bytes of JavaScript transferred so far, compressed by gzip. */
  scriptBytes(): number;
}

/** Opens a page with empty caches. */
async function open(browser: Browser, to: { address: string; path: string; token?: string }): Promise<Visit> {
  const context = await browser.newContext({
    viewport: DESK,
    locale: 'en',
    // Chromium would request brotli; the budgets are in gzip.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  });
  if (to.token !== undefined) {
    await context.addCookies([{ name: 'tercet-staff', value: to.token, url: to.address }]);
    // The console keeps this beside the cookie.
    await context.addInitScript("localStorage.setItem('tercet.console.signed-in', '1')");
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const loaded = await followTransfers(session);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  await page.goto(`${to.address}${to.path}`, { waitUntil: 'commit' });
  return { page, scriptBytes: () => bytesOf(loaded, /javascript/) };
}

/** Time of a first load of the list, and of opening it from the menu of another screen. */
async function visitMembers(browser: Browser, to: { address: string; token: string }) {
  const start = performance.now();
  const { page } = await open(browser, { ...to, path: '/console/members' });
  await untilDrawn(page);
  const loadMs = performance.now() - start;
  await page.goto(`${to.address}/console/account`);
  const menu = page.getByRole('navigation', { name: 'Pages' });
  const link = menu.getByRole('link', { name: 'Members', exact: true });
  await menu.waitFor();
  // A folded group. Earlier builds have none.
  if (!(await link.isVisible())) await menu.getByRole('button', { name: 'People' }).click();
  await page.waitForTimeout(SETTLE_MS);
  const pressed = performance.now();
  await link.click();
  await untilDrawn(page);
  const stepMs = performance.now() - pressed;
  await page.context().close();
  return { loadMs, stepMs };
}

async function untilDrawn(page: Page): Promise<void> {
  await page.locator('#page [data-row]').first().waitFor();
  // Two frames: the second begins after the first is painted.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

function headingOf(page: Page) {
  return page.getByRole('heading', { level: 1 });
}
