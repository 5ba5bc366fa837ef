import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('past draws are read as a list, beads and counts, by keyboard too, and checked with one tap', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const period = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();

  await test.step('the open bet shows on the cards of Home and Games', async () => {
    await page.goto('/Home');
    await expect(page.getByRole('link', { name: /^1 open bet 5.00 credits/ })).toBeVisible();
    await page.goto('/Game');
    await expect(page.getByRole('link', { name: /^Half Minute .* 1 open bet$/ })).toBeVisible();
  });

  await table.openTable(page);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  await expect(table.drawStrip(page, period)).toContainText('House-run beacon');
  await page.getByRole('button', { name: 'Past draws' }).click();
  const past = table.sheet(page, 'Past draws');
  await expect(past.getByText('Past draws do not change the next one.')).toBeVisible();
  const row = past.getByRole('listitem').filter({ hasText: String(period) });
  await expect(row).toContainText('House-run beacon');
  await expect(row).toContainText('Staked 5.00 credits');
  await expectGoodLook(page, 'past draws as a list');

  await test.step('arrow keys move between beads', async () => {
    await past.getByRole('button', { name: 'Grid', exact: true }).click();
    const beads = past.getByRole('list', { name: 'Draws, oldest first' }).getByRole('button');
    await beads.last().focus();
    await page.keyboard.press('Home');
    await expect(beads.first()).toBeFocused();
    // A draw that falls in the meantime adds a bead behind the focused one.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(beads.last()).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await expectGoodLook(page, 'past draws as beads');
  });

  await test.step('counts stand beside the expected range', async () => {
    await past.getByRole('button', { name: 'Counts' }).click();
    const big = past.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Big' }) });
    await expect(big).toContainText(/\d+ to \d+/);
    await expect(past.getByText('Your bets in these draws')).toBeVisible();
    await expectGoodLook(page, 'past draws as counts');
  });

  await past.getByRole('button', { name: 'List' }).click();
  await past.getByRole('link', { name: `Check this draw: ${period}` }).click();
  await expect(page).toHaveURL(new RegExp(`/Verify\\?draw=.*${period}$`));
  await expect(page.getByRole('region', { name: 'What this check does' }).getByRole('listitem')).toHaveCount(3);

  await test.step('Back leads to the view of past draws that the check was opened from', async () => {
    await page.goBack();
    await expect(past.getByRole('link', { name: `Check this draw: ${period}` })).toBeVisible();
    await past.getByRole('button', { name: 'Grid', exact: true }).click();
    await past.getByRole('list', { name: 'Draws, oldest first' }).getByRole('button').last().click();
    await table.sheet(page, 'Draw').getByRole('link', { name: 'Check this draw' }).click();
    // The address changes before the page does.
    await expect(page.getByRole('heading', { name: 'Check a draw', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(past.getByRole('button', { name: 'Grid', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(past).toBeHidden();
  });
});

test('all open bets and own results count, however many pages the server lists them in', async ({ page, club }) => {
  await joinClub(page, club);
  // One slip a page: what is counted from the first page alone is one.
  await page.route('**/api/slips?*', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  const first = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await letDiceFall(page, first);
  await expect(table.drawStrip(page, first)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  await table.untilSecondsLeft(page, { least: 22 });
  let second = 0;
  for (const bet of ['Odd', 'Even']) {
    await table.chooseBet(page, bet, '1.00');
    second = await table.placeSlip(page);
    await page.getByRole('button', { name: 'Done' }).click();
  }
  await page.goto('/Home');
  await expect(page.getByRole('link', { name: /^2 open bets 2.00 credits/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Half Minute .* 2 open bets$/ })).toBeVisible();
  await page.goto('/Game');
  await expect(page.getByRole('link', { name: /^Half Minute .* 2 open bets$/ })).toBeVisible();

  await table.openTable(page);
  await letDiceFall(page, second);
  await expect(table.drawStrip(page, second)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });
  await page.getByRole('button', { name: 'Past draws' }).click();
  const past = table.sheet(page, 'Past draws');
  const of = (period: number) => past.getByRole('listitem').filter({ hasText: String(period) });
  await expect(of(second)).toContainText('Staked 2.00 credits, returned', { timeout: DRAW_MS_MAX });
  await expect(of(first)).toContainText('Staked 5.00 credits, returned');
  await past.getByRole('button', { name: 'Counts' }).click();
  await expect(past.getByText('Your bets in these draws').locator('..')).toContainText('Staked 7.00 credits');
});

test('the class of games stays chosen after a reload, and All takes it back', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Game');
  const classes = page.getByRole('navigation', { name: 'Game categories' });
  const second = classes.getByRole('link').nth(1);
  await second.click();
  await expect(second).toHaveAttribute('aria-current', 'true');
  await page.goto('/Game');
  await expect(second).toHaveAttribute('aria-current', 'true');
  await classes.getByRole('link', { name: 'All', exact: true }).click();
  await page.goto('/Game');
  await expect(second).not.toHaveAttribute('aria-current', 'true');
});
