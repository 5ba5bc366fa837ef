import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { field } from '../pages/forms.ts';
import * as player from '../pages/player.ts';

// The price is visible in lists, under the picture before playing, and over it where the preview ends.

test('a preview ends where it should, and a purchase unlocks the film without a reload', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'harbour');
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('5 credits for 2 days');
  await player.expectPlaying(page, 0);
  await markPage(page);
  await player.toEndOfPreview(page);
  const over = page.getByRole('alert').filter({ hasText: 'End of the preview' });
  await expect(over).toContainText('5 credits for 2 days');
  expect((await player.picture(page)).seconds).toBeLessThan(player.PREVIEW_SECONDS + 0.5);
  await over.getByRole('button', { name: 'Buy for 5 credits' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(/Price\s*5\.00/);
  await expect(sheet).toContainText(/Current balance\s*10,000\.00/);
  await expect(sheet).toContainText(/Balance after\s*9,995\.00/);
  await sheet.getByRole('button', { name: 'Buy for 5 credits' }).click();
  await expect(sheet).toBeHidden();
  // Not from the preview's end, which comes before.
  await player.expectPlaying(page, player.START_SECONDS);
  await expect(page.getByRole('region', { name: 'Price' })).toContainText('You have bought this film until');
  expect(await isMarked(page)).toBe(true);
  await page.goto('/Home');
  await expect(page.getByRole('banner')).toContainText('9,995.00');
  await page.goto(`/Video?search=${player.nameOf('harbour')}`);
  await expect(player.card(page, 'harbour')).toContainText('Yours until');
});

test('what is bought in one tab is open in the other', async ({ page, context, club }) => {
  await joinClub(page, club);
  const other = await context.newPage();
  await player.openFilm(other, club, 'harbour');
  await player.expectPlaying(other, 0);
  await player.openFilm(page, club, 'harbour');
  await page.getByRole('button', { name: 'Buy for 5 credits' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for 5 credits' }).click();
  await expect(other.getByRole('region', { name: 'Price' })).toContainText('You have bought this film until');
  await player.expectPlaying(other, player.START_SECONDS);
});

test('the preview that was over can be seen again', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'harbour');
  await player.toEndOfPreview(page);
  await page.getByRole('button', { name: 'Watch again' }).click();
  await expect(page.getByText('End of the preview')).toBeHidden();
  await player.expectPlaying(page, 0);
});

test('a price that has changed meanwhile is shown, and asked about once more', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'ferry');
  await page.getByRole('button', { name: 'Buy for 7 credits' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(/Balance after\s*9,993\.00/);
  const id = await player.filmOf(club, 'ferry');
  await asOwner(club, `update video.title set price = 800 where id = '${id}'`);
  await sheet.getByRole('button', { name: 'Buy for 7 credits' }).click();
  await expect(sheet.getByRole('alert')).toContainText('The price is now 8 credits for 2 days. Nothing was charged.');
  await expect(sheet).toContainText(/Current balance\s*10,000\.00/);
  await sheet.getByRole('button', { name: 'Buy for 8 credits' }).click();
  await expect(sheet).toBeHidden();
  await player.expectPlaying(page, 0);
  await asOwner(club, `update video.title set price = 700 where id = '${id}'`);
});

test.describe('on a connection that breaks', () => {
  test.use({ lineMayBreak: true });

  test('a purchase whose answer is lost is sent again and paid once', async ({ page, club }) => {
    await joinClub(page, club);
    await player.openFilm(page, club, 'harbour');
    let sent = 0;
    await page.route('**/purchases', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Buy for 5 credits' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Buy for 5 credits' }).click();
    await expect(sheet.getByRole('alert')).toContainText('you are charged only once');
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await expect(sheet).toBeHidden();
    await player.expectPlaying(page, player.START_SECONDS);
    await page.goto('/Home');
    await expect(page.getByRole('banner')).toContainText('9,995.00');
  });
});

test('a member with too little balance reads how much is missing, with a link to top up', async ({ page, club }) => {
  await joinClub(page, club);
  await player.openFilm(page, club, 'crown');
  await page.getByRole('button', { name: 'Buy for 50,000 credits' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('alert')).toContainText('Your balance is 40,000.00 credits short');
  await expect(sheet.getByRole('button', { name: /^Buy/ })).toBeHidden();
  await expect(sheet.getByRole('link', { name: 'Top up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await player.openFilm(page, club, 'lanterns');
  await player.expectPlaying(page, 0);
  await player.toEndOfPreview(page);
  const over = page.getByRole('alert').filter({ hasText: 'End of the preview' });
  await expect(over).toContainText('Requires a balance of 50,000 credits');
  await expect(over).toContainText('Nothing is charged. You need 40,000 credits more.');
  await over.getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL(/\/Recharge$/);
});

test('a visitor sees the preview and what is needed, signs in, and is back at the film', async ({
  page,
  newPhone,
  club,
}) => {
  const { userName, password } = await joinClub(page, club);
  const visitor = await newPhone(club.address);
  await player.openFilm(visitor, club, 'tides');
  await player.expectPlaying(visitor, 0);
  await player.toEndOfPreview(visitor);
  const over = visitor.getByRole('alert').filter({ hasText: 'End of the preview' });
  await expect(over).toContainText('Free for members.');
  await over.getByRole('link', { name: 'Sign in' }).click();
  await field(visitor, 'User name').fill(userName);
  await field(visitor, 'Password').fill(password);
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(visitor.getByRole('heading', { name: player.nameOf('tides') })).toBeVisible();
  await player.expectPlaying(visitor, player.START_SECONDS);
});

/** Marks the page; a reload removes the mark. */
function markPage(page: Page): Promise<void> {
  return page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.hasAttribute('data-marked'));
}
