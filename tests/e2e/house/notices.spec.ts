import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';

// Notices to everyone, in the reader's language.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a notice in another language than the page is marked with its language and direction', async ({ page, club }) => {
  await joinClub(page, club);
  for (const path of ['**/api/house', '**/api/notices?*']) {
    await page.route(path, async (route) => {
      await route.continue({ headers: { ...route.request().headers(), 'accept-language': 'ar-EG, en;q=0.5' } });
    });
  }
  await page.goto('/Home');
  const arabic = page.getByRole('main').locator('[lang="ar"]');
  await expect(arabic.first()).toContainText('وحدات اللعب');
  await expect(arabic.first()).toHaveAttribute('dir', 'rtl');
  await expectGoodLook(page, '/Home with a notice in Arabic');
  await arabic.first().click();
  await expect(page).toHaveURL(/\/Notice\?tab=house/);
  await expect(arabic.filter({ hasText: 'حقيقي' })).toHaveAttribute('dir', 'rtl');
  await expectGoodLook(page, 'notices in another language');
});

test('automatic messages of the house get their text from the page', async ({ page, club }) => {
  await joinClub(page, club);
  let code = 'payouts-slow';
  const notice = () => ({
    id: '01a1b2c3-0000-7000-8000-000000000001',
    words: null,
    code,
    params: {},
    atMs: Date.now(),
    editedAtMs: null,
  });
  await page.route('**/api/notices?*', async (route) => {
    await route.fulfill({ json: { items: [notice()], nextCursor: null, total: 1 } });
  });
  await page.goto('/Notice?tab=house');
  const item = page.getByRole('main').getByRole('listitem').first();
  await expect(item).toContainText('a withdrawal has waited for more than 24 hours');
  await expect(item).toContainText('You can still withdraw.');
  // Banners come next, with the sentence for the beacon in use.
  const banner = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Check every draw yourself' });
  await expect(banner).toContainText('beacon decides the dice');
  await expectGoodLook(page, 'a notice of the house itself');
  // A code of a newer club.
  code = 'not-known-here';
  await page.reload();
  await expect(item).toContainText('Reload it');
});

test('the result of a bet is marked among the messages until it was seen, and leads to the bet', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await table.chooseBet(page, 'Small', '5.00');
  const period = await table.placeSlip(page);
  await page.goto('/Notice');
  const tab = page.getByRole('button', { name: /^Play/ });
  const other = page.getByRole('button', { name: 'Money', exact: true });
  await tab.click();
  await expect(page.getByText('Play credits').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /is in/ })).toBeHidden();
  await other.click();
  await expect(tab).toHaveAccessibleName('Play');
  await letDiceFall(page, period);
  await expect(tab).toHaveAccessibleName('Play New', { timeout: DRAW_MS_MAX });
  await tab.click();
  const result = page.getByRole('link', { name: `Draw ${period} is in: 9.60 credits of 10.00 credits came back` });
  await expect(result).toContainText('New');
  await expectGoodLook(page, 'results among the messages');
  await other.click();
  await expect(tab).toHaveAccessibleName('Play');
  await page.reload();
  await tab.click();
  await expect(result).not.toContainText('New');
  await expect(tab).toHaveAccessibleName('Play');
  await result.click();
  await expect(page.getByRole('dialog')).toContainText(String(period));
});
