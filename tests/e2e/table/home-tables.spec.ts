import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { overflowOf } from '../pages/look.ts';

test('Home leads to a table of every class in one tap, in one row that does not widen the page', async ({
  browser,
  club,
}) => {
  for (const locale of ['en', 'ar']) {
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({ baseURL: club.address, locale, viewport, isMobile: true });
    const page = await context.newPage();
    await joinClub(page, club);
    await page.goto('/Home');
    const cards = page.locator('ul > li > a[href^="/Lottery"]');
    await expect(cards).toHaveCount(5);
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
    expect(new Set(tops).size, 'rows').toBe(1);
    expect(await overflowOf(page), locale).toEqual([]);
    await cards.and(page.locator('[href*="sicbo-60"]')).click();
    await expect(page.locator('[data-cell="n1"]')).toBeVisible();
    await context.close();
  }
});
