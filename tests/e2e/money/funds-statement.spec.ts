import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import { amountField, becomeReady } from '../pages/money-in.ts';

// How a house for real money protects members' money. The club of the journeys is for play, so answers are changed.

const FUNDS = {
  text: 'Members’ money lies in an account of its own at Example Bank.',
  link: 'https://bank.example/funds',
  rating: 'medium',
  version: '00000000000000aa',
};

test('the protection of money is read before the first top-up, and again after a change', async ({ page, club }) => {
  await joinClub(page, club);
  await becomeReady(page);
  const acknowledged: string[] = [];
  let { version } = FUNDS;
  await page.route('**/api/me/funds-acknowledgement', async (route) => {
    acknowledged.push(route.request().postDataJSON().version);
    await route.fulfill({ status: 204 });
  });
  await stateFunds(page, () => ({ ...FUNDS, version }));
  await page.route('**/api/me/wallet', async (route) => {
    const wallet = await (await route.fetch()).json();
    wallet.topUp.fundsVersion = acknowledged.at(-1) === version ? null : version;
    await route.fulfill({ json: wallet });
  });

  await page.goto('/Recharge');
  const heading = page.getByRole('heading', { name: 'How your money is protected' });
  await expect(heading).toBeVisible();
  await expect(page.getByText('Protection: medium.')).toBeVisible();
  await expect(page.getByText('It is not certain that you get all of it.')).toBeVisible();
  await expect(page.getByText(FUNDS.text)).toBeVisible();
  await expect(page.getByRole('link', { name: 'How it is protected' })).toHaveAttribute('href', FUNDS.link);
  await expect(amountField(page)).toBeHidden();
  await expectGoodLook(page, 'the protection of money before a top-up');
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(amountField(page)).toBeVisible();
  expect(acknowledged).toEqual([FUNDS.version]);
  await page.reload();
  await expect(amountField(page)).toBeVisible();

  version = '00000000000000bb';
  await page.reload();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'I have read this' }).click();
  await expect(amountField(page)).toBeVisible();
  expect(acknowledged).toEqual([FUNDS.version, version]);
});

test('the page of the house rates the protection in a sentence', async ({ page }) => {
  for (const [rating, words] of [
    ['basic', 'If the house becomes insolvent, it is not protected.'],
    ['medium', 'It is not certain that you get all of it.'],
    ['high', 'It stays yours if the house becomes insolvent.'],
  ] as const) {
    await page.unroute('**/api/house');
    await stateFunds(page, () => ({ ...FUNDS, rating }));
    await page.goto('/House');
    await expect(page.getByText(`Protection: ${rating}.`)).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
  }
  await expectGoodLook(page, 'the rating on /House');
});

async function stateFunds(page: Page, funds: () => typeof FUNDS): Promise<void> {
  await page.route('**/api/house', async (route) => {
    const house = await (await route.fetch()).json();
    await route.fulfill({ json: { ...house, funds: funds() } });
  });
}
