import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';

const WATCHED_MS = 20_000;
/** Until preloading is done. */
const SETTLE_MS = 8_000;
const BUDGET_PERCENT = 1;

/**
 * Work of untouched screens with countdowns on a CPU four times slower: the main thread's share of a core for
 * rendering, scripts, style, layout and paint. The floor is the budget; a ratio below 1 meets it.
 */
export async function idle(): Promise<void> {
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: 1, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const address = `http://127.0.0.1:${await club.serve(memberApp)}`;
    for (const path of ['/Home', '/Game', `/Lottery?key=${QUICK_LOTTERIES[0]?.key}`]) {
      const work = await watchIdle(browser, `${address}${path}`, club.members[0]);
      const name = path.replace(/\?.*/, '');
      report(`${name} idle`, work.countdownPercent, '% of a core', BUDGET_PERCENT);
      report(`${name} idle, everything on the main thread`, work.allPercent, '% of a core');
    }
  } finally {
    await browser.close();
    await club.stop();
  }
}

interface IdleWork {
  /** Scripts, style and layout, without the browser's own work. */
  countdownPercent: number;
  allPercent: number;
}

async function watchIdle(browser: Browser, url: string, member: BenchMember | undefined): Promise<IdleWork> {
  const { page, context } = await slowPhone(browser, {
    address: new URL(url).origin,
    ...(member === undefined ? {} : { token: member.token }),
  });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForTimeout(SETTLE_MS);
  // A new session resets the figures.
  const session = await context.newCDPSession(page);
  // The thread's CPU time, which does not depend on the machine's load.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const since = performance.now();
  const before = await metricsOf(session);
  await page.waitForTimeout(WATCHED_MS);
  const after = await metricsOf(session);
  const watchedMs = performance.now() - since;
  await context.close();
  const seconds = watchedMs / 1_000;
  const spent = (...names: string[]) =>
    (100 * names.reduce((sum, name) => sum + after(name) - before(name), 0)) / seconds;
  return {
    countdownPercent: spent('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'),
    allPercent: spent('TaskDuration'),
  };
}

async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
}
