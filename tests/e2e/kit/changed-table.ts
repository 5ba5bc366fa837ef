import type { Page } from '@playwright/test';
import { type Bet, canonicalJson, entryHash, multiplierList, rtpOf } from '@tercet/fair';

type Fields = Record<string, unknown> & { multipliers: Record<string, string | string[]> };

/**
 * Shows a table with another entry, whose hash fits it, since the app shows no other. Slips are still sent for the true
 * table.
 */
export async function changeTable(page: Page, key: string, change: (entry: Fields) => void): Promise<void> {
  let trueHash = '';
  await page.route(`**/api/lotteries/${key}`, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    trueHash = answer.table.hash;
    const entry = JSON.parse(answer.table.entry) as Fields;
    change(entry);
    await route.fulfill({ response, json: { ...answer, table: tableOf(answer.table, entry) } });
  });
  await page.route('**/api/slips', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    return route.continue({ postData: { ...route.request().postDataJSON(), tableHash: trueHash } });
  });
}

function tableOf(table: { bets: { bet: Bet }[] }, entry: Fields) {
  const body = canonicalJson(entry as never);
  const bets = table.bets.map((shown) => {
    const multipliers = multiplierList(shown.bet, entry.multipliers[shown.bet] as never).map(Number);
    const { num, den } = rtpOf(shown.bet, multipliers.length === 1 ? (multipliers[0] ?? 0) : multipliers);
    const rtp = { num: String(num), den: String(den) };
    return { ...shown, multiplier: multipliers[0], multipliers, rtp };
  });
  const limits = { memberCapMinor: entry.member_cap, minBalanceMinor: entry.min_balance };
  return { ...table, ...limits, bets, entry: body, hash: entryHash(body) };
}
