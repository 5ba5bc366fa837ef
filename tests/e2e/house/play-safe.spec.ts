import { TABLE_KEY } from '../kit/beacon.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';

// What a member reads before they play: age, play money, own limits, and where help is.

test('a visitor finds what playing costs and who helps from the foot of Home', async ({ page }) => {
  await page.goto('/Home');
  await expect(page.getByText('18+')).toBeVisible();
  await page.getByRole('link', { name: 'Get help' }).click();
  await expect(page).toHaveURL(/\/PlaySafe$/);
  await expect(page.getByRole('heading', { name: 'What playing costs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Signs that it is too much' })).toBeVisible();
  await expect(page.getByText('Help outside the club')).toBeVisible();
  await expectGoodLook(page, '/PlaySafe');
  await page.getByRole('link', { name: 'Set your limits' }).click();
  await expect(page).toHaveURL(/\/Login/);
});

test('every screen that leads to a bet or a top-up has the same foot', async ({ page, club }) => {
  await joinClub(page, club);
  for (const path of ['/Home', '/Game', `/Lottery?key=${TABLE_KEY}`, '/Recharge']) {
    await page.goto(path);
    const limits = page.getByRole('link', { name: 'Set your limits' });
    await limits.scrollIntoViewIfNeeded();
    await expect(page.getByText('18+').last(), path).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get help' }), path).toBeVisible();
    await expectGoodLook(page, `${path} with its foot`);
  }
  await page.getByRole('link', { name: 'Set your limits' }).click();
  await expect(page).toHaveURL(/\/Limits$/);
});

test('a licensed house names its licence and the authority in the foot', async ({ page }) => {
  await page.route('**/api/house', async (route) => {
    const answer = await route.fetch();
    const licence = { number: 'L-2026-17', authority: 'Gaming Authority', link: 'https://authority.example/17' };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live', licence } });
  });
  await page.goto('/Home');
  await expect(page.getByText('Licence L-2026-17')).toBeVisible();
  const authority = page.getByRole('link', { name: 'Gaming Authority' });
  await expect(authority).toHaveAttribute('href', 'https://authority.example/17');
  await expect(page.getByText('Play credits — no cash value')).toBeHidden();
});

test('the text is in the reader’s language', async ({ page }) => {
  await page.goto('/Language');
  await page.getByText('العربية', { exact: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/PlaySafe');
  await expect(page.getByRole('heading', { name: 'ما الذي يساعد' })).toBeVisible();
  await expectGoodLook(page, '/PlaySafe in Arabic');
});
