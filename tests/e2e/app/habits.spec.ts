import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { hostOf, profileOf } from '../pages/guide.ts';
import { expectGoodLook } from '../pages/look.ts';

// What people expect of an app on their phone: an icon, a badge, a share sheet.

const offer = (page: Page) => page.getByRole('region', { name: 'Install Tercet' });

/** The event by which Chromium lets a page offer the installation. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt'), { prompt: async () => {} });
    window.dispatchEvent(event);
  });
}

test('the app offers its installation from the second visit on, never at a table, until dismissed for good', async ({
  page,
  context,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await offerInstallation(page);
  await expect(offer(page)).toHaveCount(0);

  const second = await context.newPage();
  await second.goto('/Lottery?key=dice-30');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await offerInstallation(second);
  await expect(offer(second)).toHaveCount(0);
  await second.goto('/Mine');
  await expect(second.getByRole('region', { name: 'Balance' })).toBeVisible();
  await offerInstallation(second);
  await expect(offer(second)).toBeVisible();
  await expectGoodLook(second, 'the offer to install');
  await second.getByRole('button', { name: 'Don’t ask again' }).click();
  await expect(offer(second)).toHaveCount(0);

  const third = await context.newPage();
  await third.goto('/Mine');
  await expect(third.getByRole('region', { name: 'Balance' })).toBeVisible();
  await offerInstallation(third);
  await expect(offer(third)).toHaveCount(0);
});

test('profiles and cities can be shared, and the link leads back to them', async ({ page, club }) => {
  const host = await hostOf(club, 'Temur');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async ({ url }: ShareData) => void document.documentElement.setAttribute('data-shared', url ?? ''),
    });
  });
  await joinClub(page, club);
  const shared = page.locator('html');
  await page.goto(profileOf(host, 'Temur'));
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(shared).toHaveAttribute('data-shared', new RegExp(`/Profile\\?id=${host.id}`));
  await page.goto(`/List?id=${host.cityId}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(shared).toHaveAttribute('data-shared', new RegExp(`/List\\?id=${host.cityId}`));
  await page.goto((await shared.getAttribute('data-shared')) ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Darkhan' })).toBeVisible();
});
