import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type LaunchOptions } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { launchOptions } from '@tercet/e2e/kit/browser.ts';
import { type BenchMember, startBenchClub } from '../kit/club.ts';
import { percentile, report } from '../kit/measure.ts';
import { QUICK_LOTTERIES, untilTablesApply } from '../kit/tables.ts';

const RUNS = 5;
const SETTLED_BETS = 300;
const [TABLE] = QUICK_LOTTERIES;
/** Least scores, of 100. */
const LEAST = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST) as Category[];
/** Visited without a session. */
const OPEN_SCREENS = ['/Login', '/Book'];
const MEMBER_SCREENS = ['/Home', '/Game', `/Lottery?key=${TABLE?.key}`, '/Video'];

/**
 * Scores of Lighthouse for a mobile phone, the median of five visits with empty caches, for a member with 300 settled
 * bets. The floors are the least scores; a ratio of at least 1 meets them. Audits that failed are listed on the error
 * output. Lighthouse is large, so only this benchmark installs it.
 */
export async function lighthouse(): Promise<void> {
  const audit = await installedLighthouse();
  const memberApp = await buildMemberApp();
  const club = await startBenchClub({ members: 1, lotteries: QUICK_LOTTERIES });
  try {
    await untilTablesApply(club);
    const address = `http://127.0.0.1:${await club.serve(memberApp)}`;
    const [member] = club.members;
    if (member === undefined) throw new Error('the club has no member');
    await settleBets(address, member);
    const browser = await launchOptions();
    for (const path of [...OPEN_SCREENS, ...MEMBER_SCREENS]) {
      const cookie = OPEN_SCREENS.includes(path) ? null : `tercet=${member.token}`;
      await scoreScreen(audit, browser, { url: address + path, cookie });
    }
  } finally {
    await club.stop();
  }
}

interface Visit {
  url: string;
  cookie: string | null;
}

async function scoreScreen(audit: Lighthouse, browser: LaunchOptions, visit: Visit): Promise<void> {
  const name = new URL(visit.url).pathname;
  const scores: Record<Category, number[]> = { performance: [], accessibility: [], 'best-practices': [] };
  const failed = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const result = await visitScreen(audit, browser, visit);
    for (const category of CATEGORIES) {
      const { score, auditRefs } = result.categories[category];
      scores[category].push((score ?? 0) * 100);
      if (category === 'performance') continue;
      for (const { id, weight } of auditRefs) {
        const { score: passed, title } = result.audits[id] ?? {};
        if (weight > 0 && typeof passed === 'number' && passed < 1) failed.add(`${name}: ${id}: ${title}`);
      }
    }
  }
  for (const category of CATEGORIES)
    report(`${name} lighthouse ${category}`, percentile(scores[category], 0.5), 'of 100', LEAST[category]);
  for (const fault of failed) console.error(fault);
}

async function visitScreen(audit: Lighthouse, options: LaunchOptions, { url, cookie }: Visit): Promise<Result> {
  const port = await freePort();
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...options, args });
  try {
    const flags = {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: CATEGORIES,
      ...(cookie === null ? {} : { extraHeaders: { Cookie: cookie } }),
    };
    const run = await audit(url, flags);
    if (run === undefined || run.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse did not finish ${url}: ${run?.lhr.runtimeError?.message}`);
    return run.lhr;
  } finally {
    await browser.close();
  }
}

/** What this benchmark reads of Lighthouse's result: https://github.com/GoogleChrome/lighthouse/tree/main/types. */
interface Result {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string } | undefined>;
  runtimeError?: { message: string };
}

type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<{ lhr: Result } | undefined>;

async function installedLighthouse(): Promise<Lighthouse> {
  const folder = join(import.meta.dirname, '../lighthouse');
  const entry = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    console.error('Installing Lighthouse; this takes about a minute, once …');
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default;
}

/** Places bets of one credit and waits until their draws are settled. */
async function settleBets(address: string, member: BenchMember): Promise<void> {
  let drawId = '';
  let tableHash = '';
  for (let placed = 0; placed < SETTLED_BETS; ) {
    const response = await fetch(`${address}/api/slips`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: address,
        cookie: `tercet=${member.token}`,
        'tercet-caller': member.id,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ drawId, tableHash, selections: [{ bet: 'big', stakeMinor: '100' }] }),
    });
    await response.arrayBuffer();
    if (response.status === 201) {
      placed += 1;
      continue;
    }
    // The period has closed, or the server asks to slow down.
    await sleep(200);
    const lottery = (await (await fetch(`${address}/api/lotteries/${TABLE?.key}`)).json()) as {
      current: { drawId: string };
      table: { hash: string };
    };
    drawId = lottery.current.drawId;
    tableHash = lottery.table.hash;
  }
  for (let isOpen = true; isOpen; await sleep(500)) {
    const response = await fetch(`${address}/api/slips?limit=1`, { headers: { cookie: `tercet=${member.token}` } });
    const { items } = (await response.json()) as { items: { state: string }[] };
    isOpen = items[0]?.state === 'pending';
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
