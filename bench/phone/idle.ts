import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';
import { slowPhone } from './slow-phone.ts';

const SECONDS = 40;
/** Until preloading is done. */
const SETTLE_MS = 8_000;
const BUDGET_PERCENT = 1;

/**
 * Work of untouched screens with countdowns on a CPU four times slower: the main thread's share of a core for scripts,
 * style and layout. The floor is the budget; a ratio below 1 meets it. The median second has only countdowns; the mean
 * includes the draws and new periods of a whole period.
 */
export async function idle(): Promise<void> {
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: 1, lotteries: QUICK_LOTTERIES });
  const browser = await chromium.launch(await launchOptions());
  try {
    await untilTablesApply(club);
    const address = `http://127.0.0.1:${await club.serve(memberApp)}`;
    for (const path of ['/Home', '/Game', `/Lottery?key=${QUICK_LOTTERIES[0]?.key}`]) {
      const { countdowns, all } = await watchIdle(browser, `${address}${path}`, club.members[0]);
      const name = path.replace(/\?.*/, '');
      report(`${name} idle`, percentile(countdowns, 0.5), '% of a core', BUDGET_PERCENT);
      report(`${name} idle, draws included`, mean(countdowns), '% of a core');
      report(`${name} idle, draws and the browser's own work included`, mean(all), '% of a core');
    }
  } finally {
    await browser.close();
    await club.stop();
  }
}

/** Percent of a core in each second watched. */
interface IdleWork {
  /** Scripts, style and layout, without the browser's own work. */
  countdowns: number[];
  all: number[];
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
  const work: IdleWork = { countdowns: [], all: [] };
  let before = await metricsOf(session);
  for (let second = 0; second < SECONDS; second++) {
    const since = performance.now();
    await page.waitForTimeout(1_000);
    const after = await metricsOf(session);
    const spent = (...names: string[]) =>
      (100_000 * names.reduce((sum, name) => sum + after(name) - before(name), 0)) / (performance.now() - since);
    work.countdowns.push(spent('ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'));
    work.all.push(spent('TaskDuration'));
    before = after;
  }
  await context.close();
  return work;
}

async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
