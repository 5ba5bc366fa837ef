import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { putFilm } from '../films/film-kit.ts';
import { startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';
import { watchVitals } from './watch-vitals.ts';

const RUNS = 5;
const SCRIPT_BYTES = 160_000;
const LCP_MS = 2_000;
const SHIFT = 0.02;
const SETTLE_MS = 2_500;

interface Vitals {
  /** Bytes of scripts requested before the largest contentful paint, without preloading. */
  scriptBytes: number;
  aheadBytes: number;
  /** Largest contentful paint. */
  lcpMs: number;
  /** Cumulative layout shift, without unit: https://web.dev/articles/cls. */
  shift: number;
}

/**
 * Web vitals, as Lighthouse defines them, of first visits to the most common entry screens, on a slow phone and
 * connection. The floors are the budgets; a ratio below 1 meets them.
 */
export async function pageVitals(): Promise<void> {
  const memberApp = await buildMemberApp();
  const folder = mkdtempSync(join(tmpdir(), 'tercet-bench-films-'));
  const club = await startBenchClub({ members: RUNS + 1, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const films = join(folder, 'films');
    mkdirSync(films);
    const address = `http://127.0.0.1:${await club.serve(memberApp, { TERCET_FILMS: films })}`;
    await putFilm(club, { folder, films, seconds: 8 });
    for (const path of ['/Home', '/Game', `/Lottery?key=${QUICK_LOTTERIES[0]?.key}`, '/Video']) {
      const name = path.replace(/\?.*/, '');
      const visits: Vitals[] = [];
      for (const [run, member] of club.members.entries()) {
        // The first visit warms up the server and counts the bytes, in gzip. The browser profile is fresh each time.
        const encoding = run === 0 ? 'gzip' : 'br';
        const visit = await visitPage(browser, { address, path, token: member.token, encoding });
        if (run > 0) {
          visits.push(visit);
          continue;
        }
        report(`${name} js`, visit.scriptBytes, 'bytes gzip', SCRIPT_BYTES);
        report(`${name} js, loaded ahead of need`, visit.aheadBytes, 'bytes gzip');
      }
      const median = (of: (visit: Vitals) => number) => percentile(visits.map(of), 0.5);
      report(
        `${name} lcp`,
        median(({ lcpMs }) => lcpMs),
        'ms',
        LCP_MS,
      );
      report(`${name} layout shift, worst`, Math.max(...visits.map(({ shift }) => shift)), 'shift', SHIFT);
    }
  } finally {
    await browser.close();
    await club.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Visit {
  address: string;
  path: string;
  token: string;
  encoding: 'gzip' | 'br';
}

async function visitPage(browser: Browser, { path, ...phone }: Visit): Promise<Vitals> {
  const { page, context, bytesOf } = await slowPhone(browser, phone);
  await page.addInitScript(watchVitals);
  await page.goto(phone.address + path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  // Content after the first picture may still shift it.
  await page.waitForTimeout(SETTLE_MS);
  const { lcpMs, shift } = await page.evaluate(() => globalThis.vitals);
  const drawnAt = (await page.evaluate(() => performance.timeOrigin)) + lcpMs;
  const scriptBytes = bytesOf(/javascript/, drawnAt);
  const aheadBytes = bytesOf(/javascript/) - scriptBytes;
  await context.close();
  return { scriptBytes, aheadBytes, lcpMs, shift };
}
