import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// Mine: balance, pending items and grouped links.

test('shows pending items, and no section without any', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance).toContainText('10,000.00');
  await expect(balance).toContainText('Checked on this phone');
  for (const group of ['Money', 'Play', 'Account', 'Help']) {
    await expect(page.getByRole('heading', { name: group, level: 2, exact: true })).toBeVisible();
  }
  await expect(waiting(page)).toHaveCount(0);
  await expectGoodLook(page, '/Mine of a new member');

  await becomeReady(page);
  await out.withdraw(page, '6000');
  await table.openTable(page);
  await table.chooseBet(page, 'Big', '5.00');
  await table.placeSlip(page);
  await page.goto('/Mine');
  const cards = waiting(page).getByRole('link');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toContainText(/1 open bet.*5\.00/s);
  await expect(cards.nth(1)).toContainText(/Withdrawal in review.*Since .*6,000\.00/s);
  await expect(cards.nth(2)).toContainText('3 unread messages');
  await expect(balance).toContainText('6,000.00');
  await expectGoodLook(page, '/Mine with open bets, a review and messages');

  await cards.nth(0).click();
  await expect(page).toHaveURL('/GameRecord?status=pending');
  await page.goBack();
  await cards.nth(1).click();
  await expect(page).toHaveURL(/\/WithdrawRecord\?id=/);
  await expect(out.steps(page).nth(1)).toContainText('In review by a person');
  await page.goto('/Mine');
  await cards.nth(2).click();
  await expect(page).toHaveURL('/Notice');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText(/unread$/)).toBeHidden();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(cards).toHaveCount(2);
  await expect(waiting(page)).not.toContainText('unread');
});

test('counts checked draws only once there was a balance', async ({ page, club }) => {
  await joinClub(page, club);
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { member } = await answer.json();
    await route.fulfill({ response: answer, json: { member: { ...member, availableMinor: '0', heldMinor: '0' } } });
  });
  await page.goto('/Mine');
  const balance = page.getByRole('region', { name: 'Balance' });
  await expect(balance).toContainText('0.00');
  await expect(balance).not.toContainText('Checked on this phone');
});

test('leads visitors to sign in, and shows them no figures', async ({ page }) => {
  await page.goto('/Mine');
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balance' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Money' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('has two columns', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Mine');
    const left = await boxOf(page, 'Money');
    const right = await boxOf(page, 'Account');
    expect(right.x - left.x).toBeGreaterThan(400);
    const top = (await page.getByRole('region', { name: 'Balance' }).boundingBox())?.y ?? 0;
    expect(Math.abs(right.y - top)).toBeLessThan(40);
    await expectGoodLook(page, '/Mine on a desktop');
  });

  test('keeps the entries of Account beside its screens', async ({ page, club }) => {
    await joinClub(page, club);
    await page.goto('/Mine');
    const menu = page.getByRole('navigation', { name: 'Account' });
    await expect(page.getByRole('heading', { name: 'Money', level: 2, exact: true })).toBeVisible();
    await expect(menu).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Statement' }).click();
    await expect(menu.getByRole('link', { name: 'Statement' })).toHaveAttribute('aria-current', 'page');
    await expectGoodLook(page, '/Account with the menu');

    await menu.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/Setting');
    await page.getByRole('main').getByRole('link', { name: 'Sessions and devices' }).click();
    await expect(page).toHaveURL('/Sessions');
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'true');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/Setting');

    await page.goto('/Withdraw');
    await expect(menu.getByRole('link', { name: 'My withdrawals' })).toHaveAttribute('aria-current', 'true');
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect(menu).toHaveCount(0);
  });
});

function waiting(page: Page) {
  return page.getByRole('list', { name: 'In progress' });
}

async function boxOf(page: Page, group: string) {
  const box = await page.getByRole('heading', { name: group, level: 2, exact: true }).boundingBox();
  return box ?? { x: 0, y: 0 };
}
