import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectFault, field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as money from '../pages/money-in.ts';

// Top-ups through the provider's page, and the details that members give before.

test('the details for payouts are required before the first top-up, step by step, and then money comes in', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Top up' }).click();
  await expect(page.getByRole('heading', { name: 'Before your first top-up' })).toBeVisible();
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await expect(money.amountField(page)).toBeHidden();

  await page.getByRole('link', { name: 'Add your name' }).click();
  await field(page, 'Real name').fill(money.REAL_NAME);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog')).toContainText(money.REAL_NAME);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page).toHaveURL(/\/Recharge$/);
  await expect(page.getByText('1 of 3 done')).toBeVisible();

  await page.getByRole('link', { name: 'Set a finance password' }).click();
  await money.typePin(page, 'Finance password', money.PIN);
  await money.typePin(page, 'Repeat finance password', money.PIN);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 of 3 done')).toBeVisible();

  await page.getByRole('link', { name: 'Add a card or account' }).click();
  await money.fillPayee(page, { kind: 'Card', bank: 'Steppe Bank', phone: '8812 3456' });
  await money.typeCard(page);
  await expect(page.getByText('•••• 4242')).toBeVisible();
  await money.typePin(page, 'Finance password', money.PIN);
  await page.getByRole('button', { name: 'Add' }).click();

  await money.setNoLimit(page);
  await expect(money.amountField(page)).toBeVisible();
  // The redirects left no history entries: one step back returns to the start.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/Mine$/);
  await page.getByRole('link', { name: 'Top up' }).click();

  await money.tapAmount(page, '25.5');
  await expect(money.amountField(page)).toHaveValue('25.5');
  await money.goOn(page).click();
  await money.atProvider(page);
  await money.leaveProvider(page, 'Approve');
  await expect(money.topUpState(page)).toHaveText('Credited');
  await expect(page.getByText('+25.50 credits')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Available\s*10,025\.50/);
  await page.getByRole('link', { name: 'Go to my account' }).click();
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('10,025.50');
});

test.describe('a top-up', () => {
  test.beforeEach(async ({ page, club }) => {
    await joinClub(page, club);
    await money.becomeReady(page);
  });

  test('that is declined says so, and the next one is credited', async ({ page }) => {
    await money.startTopUp(page, '40');
    await money.leaveProvider(page, 'Decline');
    await expect(money.topUpState(page)).toHaveText('Not paid');
    await expect(page.getByRole('main')).toContainText(/Available\s*10,000\.00/);
    await page.getByRole('link', { name: 'Try again' }).click();
    await money.amountField(page).fill('41');
    await money.goOn(page).click();
    await money.leaveProvider(page, 'Approve');
    await expect(money.topUpState(page)).toHaveText('Credited');
    await expect(page.getByRole('main')).toContainText(/Available\s*10,041\.00/);
  });

  test('that was credited just after the page had asked for the balance shows it with it', async ({ page }) => {
    await money.startTopUp(page, '41');
    await money.leaveProvider(page, 'Approve');
    await expect(money.topUpState(page)).toHaveText('Credited');
    // The balance before the top-up has been answered.
    let isBefore = true;
    await page.route('**/api/me/top-ups/*', async (route) => {
      const answer = await route.fetch();
      isBefore = false;
      await route.fulfill({ response: answer });
    });
    await page.route(
      ({ pathname }) => pathname === '/api/session',
      async (route) => {
        const before = isBefore ? { availableMinor: '1000000' } : {};
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { member: { ...(await answer.json()).member, ...before } } });
      },
    );
    await page.reload();
    await expect(page.getByRole('main')).toContainText(/Available\s*10,041\.00/);
  });

  test('that is left unpaid waits in the list, can be paid from there, and back leads to it', async ({ page }) => {
    await money.startTopUp(page, '60');
    await page.goBack();
    await expect(page).toHaveURL(/\/Recharge\?topUp=/);
    await expect(money.topUpState(page)).toHaveText('Not paid yet');
    await page.goto('/Recharge');
    await page.getByRole('region', { name: 'Not finished' }).getByRole('link').click();
    await money.goOn(page).click();
    await money.atProvider(page);
    await money.leaveProvider(page, 'Leave without paying');
    await expect(money.topUpState(page)).toHaveText('Not paid yet');
    await money.goOn(page).click();
    await money.leaveProvider(page, 'Approve');
    await expect(money.topUpState(page)).toHaveText('Credited');
    await page.goto('/Recharge');
    await expect(money.amountField(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Not finished' })).toBeHidden();
  });

  test('that is paid late is credited automatically, on the page that waits for it', async ({ page }) => {
    await money.startTopUp(page, '70');
    await page.getByText('More ways this can end').click();
    await page.getByLabel('When the money arrives').selectOption('in 10 seconds');
    await money.leaveProvider(page, 'Pay later');
    await expect(money.topUpState(page)).toHaveText('In progress');
    await expect(money.topUpState(page)).toHaveText('Credited', { timeout: 30_000 });
    await expect(money.steps(page)).toHaveText([/Started/, /Payment in progress/, /Credited to your balance/]);
    await expect(page.getByRole('main')).toContainText(/Available\s*10,070\.00/);
  });

  test('that brings another amount is reviewed by staff and never credited automatically', async ({ page }) => {
    await money.startTopUp(page, '80');
    await page.getByText('More ways this can end').click();
    await page.getByLabel('Amount').fill('8');
    await money.leaveProvider(page, 'Pay this instead');
    await expect(money.topUpState(page)).toHaveText('In review');
    await expect(page.getByRole('main')).toContainText(/Received by the provider\s*8\.00/);
    await expect(page.getByRole('main')).toContainText(/Available\s*10,000\.00/);
    await expectGoodLook(page, 'a top-up in review');
  });

  test('is credited even if the browser never returns', async ({ page }) => {
    await money.startTopUp(page, '90');
    const checkout = page.url();
    await page.goto('/Mine');
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('10,000.00');
    await page.request.post(checkout, { form: { act: 'approve' }, maxRedirects: 0 });
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('10,090.00', { timeout: 20_000 });
  });

  test('is made once, however often it is tapped', async ({ page }) => {
    const calls = await watchCalls(page, 'POST', '/api/me/top-ups');
    await page.goto('/Recharge');
    await page.getByRole('button', { name: '500.00 credits' }).click();
    calls.hold();
    await money.goOn(page).dblclick();
    // Also by the keyboard's submit key, which bypasses the button.
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    calls.release();
    await money.atProvider(page);
    expect(calls.count()).toBe(1);
  });

  test('takes no amount beyond its limits, and what is pasted is read by the language', async ({ page }) => {
    await page.goto('/Recharge');
    await money.goOn(page).click();
    await expectFault(money.amountField(page), 'Enter or choose an amount.');
    await expect(money.amountField(page)).toBeFocused();
    await money.amountField(page).fill('50000.01');
    await expectFault(money.amountField(page), 'The largest amount is 50,000.00 credits.');
    await money.amountField(page).fill('9.99');
    await money.goOn(page).click();
    await expectFault(money.amountField(page), 'The smallest amount is 10.00 credits.');
    // A decimal comma, as much of the world writes.
    await money.amountField(page).fill('1,5');
    await expectFault(money.amountField(page), 'The smallest amount is 10.00 credits.');
    for (const none of ['ten', '1..5', '-5']) {
      await money.amountField(page).fill(none);
      await expectFault(money.amountField(page), 'This is no amount.');
    }
    await money.amountField(page).fill('1.005');
    await expectFault(money.amountField(page), 'This could mean');
    await money.amountField(page).fill('1,250.50');
    await expect(money.amountField(page)).not.toHaveAttribute('aria-invalid');
    const back = page.getByRole('button', { name: 'Delete last digit' });
    for (const left of ['1,250.5', '1,250.', '1,250', '125']) {
      await back.click();
      await expect(money.amountField(page)).toHaveValue(left);
    }
    await money.amountField(page).press('Enter');
    await money.atProvider(page);
  });
});

test.describe('where the answer is lost', () => {
  test.use({ lineMayBreak: true });

  test('the same top-up is sent again and made once', async ({ page, club }) => {
    await joinClub(page, club);
    await money.becomeReady(page);
    const keys: (string | null)[] = [];
    await page.route('**/api/me/top-ups', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(await route.request().headerValue('idempotency-key'));
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.goto('/Recharge');
    await money.amountField(page).fill('33');
    await money.goOn(page).click();
    await expect(page.getByRole('alert')).toContainText('No connection');
    await money.goOn(page).click();
    await money.atProvider(page);
    expect(keys).toEqual([keys[0], keys[0]]);
    const { total } = await (await page.request.get('/api/me/top-ups')).json();
    expect(total).toBe(1);
  });
});

test.describe('while nothing may be paid in', () => {
  for (const [reason, words] of [
    ['payouts-unhealthy', 'Payouts are failing'],
    ['ledger-wrong', 'The ledger has a fault'],
    ['closing', 'Your account is being closed'],
  ] as const) {
    test(`the screen says why (${reason}), and that withdrawals stay open`, async ({ page, club }) => {
      await joinClub(page, club);
      await money.becomeReady(page);
      await page.route('**/api/me/wallet', async (route) => {
        const answer = await route.fetch();
        const wallet = await answer.json();
        await route.fulfill({ response: answer, json: { ...wallet, topUp: { ...wallet.topUp, open: false, reason } } });
      });
      await page.goto('/Recharge');
      await expect(page.getByRole('heading', { name: 'Top-ups are closed' })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(words);
      await expect(page.getByRole('main')).toContainText('You can still withdraw');
      await expect(page.getByRole('link', { name: 'Withdraw' })).toBeVisible();
      await expect(money.amountField(page)).toBeHidden();
      await expectGoodLook(page, `topping up is closed: ${reason}`);
    });
  }
});

test('every screen of top-ups and personal data passes the visual checks', async ({ page, club }) => {
  await joinClub(page, club);
  for (const path of ['/Recharge', '/BindCard', '/Setname', '/Setsex', '/SetPayPassword', '/Infomation', '/Setbank']) {
    await open(page, path);
    await expectGoodLook(page, `${path} of a new member`);
  }
  await money.becomeReady(page);
  for (const path of ['/Setname', '/SetPayPassword', '/information', '/Setbank', '/BindCard', '/Mine']) {
    await open(page, path);
    await expectGoodLook(page, path);
  }
  await open(page, '/Recharge');
  await money.tapAmount(page, '123456.78');
  await expectGoodLook(page, '/Recharge with too much');
  await page.getByRole('button', { name: '500.00 credits' }).click();
  await money.goOn(page).click();
  await money.leaveProvider(page, 'Decline');
  await expect(money.topUpState(page)).toHaveText('Not paid');
  await expectGoodLook(page, 'a declined top-up');
});

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('an amount is typed, and the button follows it without a keypad', async ({ page, club }) => {
    await joinClub(page, club);
    await open(page, '/Mine');
    await money.becomeReady(page);
    await open(page, '/Recharge');
    await money.amountField(page).fill('25.5');
    await expect(page.getByRole('group', { name: 'Keypad' })).toBeHidden();
    const { y = 0 } = (await money.goOn(page).boundingBox()) ?? {};
    expect(y).toBeLessThan(500);
    await expectGoodLook(page, '/Recharge on a desktop');
    await money.goOn(page).click();
    await money.atProvider(page);
  });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}
