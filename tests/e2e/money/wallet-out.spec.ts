import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { amountField, becomeReady, PIN, tapAmount, typePin } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// Withdrawals as a member sees them, with notices.

test('the screen lists the requirements of a payout before it asks for the amount', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Three things, once' })).toBeVisible();
  await expect(page.getByText('None of this costs anything')).toBeVisible();
  await expect(amountField(page)).toBeHidden();
  await expectGoodLook(page, '/Withdraw of a new member');
  await page.getByRole('link', { name: 'Add your name' }).click();
  await expect(page).toHaveURL(/\/Setname/);
});

test.describe('a withdrawal', () => {
  test.beforeEach(async ({ page, club }) => {
    await joinClub(page, club);
    await becomeReady(page);
  });

  test('under the threshold is held immediately, and its payment appears without a reload', async ({ page, club }) => {
    await page.goto('/Withdraw');
    const rule = page.getByRole('region', { name: 'How withdrawals work' });
    for (const words of ['FeeNone', 'Usually in 5 minutes', '10 to 50,000', '3 of 3 left']) {
      await expect(rule).toContainText(words);
    }
    await expectGoodLook(page, '/Withdraw');
    await tapAmount(page, '120.5');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const dialog = out.confirmSheet(page);
    for (const words of ['120.50 credits', 'Elbe-Bank', 'FeeNone', 'Usually in 5 minutes', '9,879.50']) {
      await expect(dialog).toContainText(words);
    }
    await expectGoodLook(page, 'a withdrawal to confirm');
    await out.submitPin(page);
    await expect(out.steps(page).first()).toContainText('Submitted');
    await expect(out.steps(page).last()).toContainText(/Paid out.*about/);
    await expect(page.getByRole('button', { name: /cancel|take back/i })).toHaveCount(0);
    await expectGoodLook(page, 'a withdrawal on its way');

    const id = new URL(page.url()).searchParams.get('id') ?? '';
    await out.endPayout(page, club, id, 'paid');
    await expect(page.getByRole('status').filter({ hasText: '120.50 credits paid out.' })).toBeVisible();
    await expect(out.steps(page).last()).not.toContainText('about');
    const reference = page.getByRole('dialog').getByText(/^\d{23}$/);
    await expect(reference).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy bank reference' }).click();
    await expect(page.getByText('Bank reference copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await reference.textContent());
    await expectGoodLook(page, 'a withdrawal that was paid');
    await page.keyboard.press('Escape');
    const row = page.getByRole('main').getByRole('listitem');
    await expect(row).toContainText('Paid out');
    await expect(row).toContainText('−120.50');
    await expectGoodLook(page, '/WithdrawRecord');
    await page.getByRole('button', { name: 'In review' }).click();
    await expect(page.getByRole('heading', { name: 'No matching withdrawals' })).toBeVisible();
    await page.goto('/Mine');
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('9,879.50');
  });

  test('is measured by the rule, but all of it may always go', async ({ page }) => {
    await page.goto('/Withdraw');
    await amountField(page).fill('10000.01');
    await expect(page.getByText('You have 10,000.00 credits available.')).toBeVisible();
    await amountField(page).fill('9.99');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('The smallest amount is 10.00 credits, or all you have.')).toBeVisible();
    await expectGoodLook(page, '/Withdraw with too little');
    await out.withdraw(page, '9995');
    await page.goto('/Withdraw');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect(amountField(page)).toHaveValue('5');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await out.submitPin(page);
    await expect(out.details(page)).toContainText('−5.00');
    await page.goto('/Withdraw');
    await expect(page.getByRole('heading', { name: 'Nothing to withdraw' })).toBeVisible();
    await expect(page.getByText('10,000.00 credits are on their way to you.')).toBeVisible();
    await expectGoodLook(page, '/Withdraw with nothing left');
  });

  test('asks for the finance password, counts wrong ones, and is taken once however often it is tapped', async ({
    page,
  }) => {
    await out.enterAmount(page, '50');
    const calls = await watchCalls(page, 'POST', '/api/me/withdrawals');
    const note = out.confirmSheet(page).getByText('then press “Submit”');
    await expect(note).toBeVisible();
    await typePin(page, 'Finance password', PIN);
    await expect(out.confirmSheet(page).getByText('Nothing is sent until you press “Submit”.')).toBeVisible();
    for (let times = 0; times < 3; times++) await page.keyboard.press('Enter');
    await expect(note).toHaveCount(0);
    expect(calls.count(), 'Enter sends nothing').toBe(0);
    await field(page, 'Finance password').fill('');
    await out.submitPin(page, '9182');
    expect(calls.count()).toBe(1);
    await expect(field(page, 'Finance password')).toHaveAccessibleDescription(/Wrong.*attempts left/);
    await expect(field(page, 'Finance password')).toHaveValue('');
    await expectGoodLook(page, 'a wrong finance password');
    const sent: string[] = [];
    await page.route('**/api/me/withdrawals', async (route) => {
      if (route.request().method() === 'POST') {
        sent.push((await route.request().allHeaders())['idempotency-key'] ?? '');
        await new Promise((resolve) => setTimeout(resolve, 700));
      }
      await route.continue();
    });
    await out.submitPin(page);
    const submit = page.getByRole('button', { name: 'Submitting' });
    for (let taps = 0; taps < 3; taps++) await submit.click({ force: true });
    await expect(out.steps(page).first()).toContainText('Submitted');
    expect(sent).toHaveLength(1);
    expect(await out.countWithdrawals(page)).toBe(1);
  });

  test('waits for the end of a lock, and says when it is', async ({ page }) => {
    await out.enterAmount(page, '50');
    const problem = { type: 'about:blank', title: 'locked', status: 429, code: 'finance-password-locked' };
    await page.route('**/api/me/withdrawals', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        json: { ...problem, params: { retryAfterSeconds: 3 } },
      }),
    );
    await out.submitPin(page);
    await expect(out.confirmSheet(page).getByText(/You can press “Submit” from \d\d:\d\d:\d\d/)).toBeVisible();
    const submit = out.confirmSheet(page).getByRole('button', { name: 'Submit', exact: true });
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
    await page.unroute('**/api/me/withdrawals');
    await out.submitPin(page);
    await expect(out.steps(page).first()).toContainText('Submitted');
  });

  test('over the threshold waits for a person and is refused by two, with the reason and the money back', async ({
    page,
    club,
    newPhone,
  }) => {
    await out.enterAmount(page, '6000');
    await expect(out.confirmSheet(page)).toContainText('After a review of 24 hours at most');
    await out.submitPin(page);
    await expect(out.steps(page).nth(1)).toContainText('In review by a person');
    await expect(out.steps(page).nth(2)).toContainText(/Approved.*at the latest.*approved automatically/);
    await expectGoodLook(page, 'a withdrawal in review');

    const id = new URL(page.url()).searchParams.get('id');
    const member = (await (await page.request.get('/api/me')).json()).id;
    const path = `/api/console/members/${member}/withdrawals/${id}/refuse`;
    const refusal = { reason: 'payee-not-own', words: 'The account is held by somebody else.' };
    const first = await out.staffOf(club, await newPhone(), 'finn');
    const second = await out.staffOf(club, await newPhone(), 'greta');
    expect((await first.post(path, refusal)).status()).toBe(202);
    await expect(out.details(page)).not.toContainText('Refused');
    expect((await second.post(path, refusal)).status()).toBe(200);
    await expect(out.steps(page).last()).toContainText('Refused, money returned');
    await expect(out.steps(page).last()).toContainText('The card or account is not in your name.');
    await expect(out.steps(page).last()).toContainText('The account is held by somebody else.');
    await expectGoodLook(page, 'a refused withdrawal');
    await page.goto('/Notice?tab=staff');
    const acts = page.getByRole('main').getByRole('listitem');
    await expect(acts.filter({ hasText: 'Refused a withdrawal' })).toContainText('Finance');
    await expect(acts.filter({ hasText: 'Proposed to refuse a withdrawal' })).toHaveCount(1);
    await expectGoodLook(page, 'what staff did');
    await page.goto('/Mine');
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('10,000.00');
  });

  test('that fails at the bank says so and gives the money back', async ({ page, club }) => {
    const id = await out.withdraw(page, '70');
    await out.endPayout(page, club, id, 'failed');
    await expect(out.steps(page).last()).toContainText('Failed at the bank, money returned');
    await expect(out.steps(page).last()).toContainText('Check your card or account');
    await page.goto('/Notice');
    await page.getByRole('button', { name: /The bank did not accept 70\.00/ }).click();
    await expect(page).toHaveURL(`/WithdrawRecord?id=${id}`);
    await page.goto('/Account?tab=withdrawals');
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('Failed');
  });
});

test.describe('a withdrawal without an answer', () => {
  test.use({ lineMayBreak: true });

  test('is sent again as the same one, also after the page was loaded anew', async ({ page, club }) => {
    await joinClub(page, club);
    await becomeReady(page);
    await out.enterAmount(page, '80');
    const keys: (string | undefined)[] = [];
    await page.route('**/api/me/withdrawals', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push((await route.request().allHeaders())['idempotency-key']);
      // The club accepts it, but the answer is lost twice.
      const response = await route.fetch();
      if (keys.length < 3) return route.abort();
      await route.fulfill({ response });
    });
    await out.submitPin(page);
    await expect(out.confirmSheet(page)).toContainText('We do not know whether it arrived.');
    await expectGoodLook(page, 'a withdrawal without an answer');
    await expect(field(page, 'Finance password')).toHaveValue(PIN);
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => keys.length).toBe(2);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No reply' })).toBeVisible();
    await expectGoodLook(page, '/Withdraw after no answer');
    await page.getByRole('button', { name: 'Send again' }).click();
    await out.submitPin(page);
    await expect(out.steps(page).first()).toContainText('Submitted');
    expect(new Set(keys).size).toBe(1);
    expect(await out.countWithdrawals(page)).toBe(1);
    await page.goto('/Withdraw');
    await expect(amountField(page)).toBeVisible();
  });
});

test('events become messages, are marked as new, and link to their subject', async ({ page, club }) => {
  await joinClub(page, club);
  await becomeReady(page);
  await page.goto('/Mine');
  await expect(page.getByRole('link', { name: /^Account.*2 unread messages$/ })).toBeVisible();
  await expectGoodLook(page, '/Mine with unread messages');
  await page.getByRole('link', { name: /^Messages/ }).click();
  await expect(page).toHaveURL(/\/Notice/);
  await expect(page.getByText('2 unread', { exact: true })).toBeVisible();
  await expectGoodLook(page, '/Notice');
  await page.getByRole('button', { name: /Payouts now go to/ }).click();
  await expect(page).toHaveURL(/\/Setbank/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/unread$/)).toBeHidden();
  const id = await out.withdraw(page, '25');
  await page.goto('/Notice');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText(/unread$/)).toBeHidden();
  await expect(page.getByRole('button', { name: /Withdrawal of 25\.00 credits submitted/ })).toBeVisible();
  await page.getByRole('button', { name: /^From the house/ }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expectGoodLook(page, 'the notices of the house');
  expect((await out.readWithdrawal(page, id)).state).not.toBe('refused');
});
