import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { askForPayout, heading, openDesk, openWithdrawal, signInAs } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady } from '../pages/money-in.ts';

// The withdrawal queue with two of the staff.

const IN_REVIEW = 600_000n;

test('a waiting withdrawal is taken by one, locked for the other, released and approved', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  await becomeReady(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const finn = await staff('finn');
  const greta = await staff('greta');

  await finn.goto('/console/withdrawals');
  await greta.goto('/console/withdrawals');
  await expect(finn.getByRole('table', { name: 'Withdrawals' })).toContainText('6,000.00 credits');
  await expect(finn.getByRole('row').filter({ hasText: '6,000.00' }).first()).toContainText('First withdrawal');
  await finn.locator(`a[href*="${id}"]`).click();
  await expect(heading(finn, 'Withdrawal of 6,000.00 credits')).toBeVisible();
  await expect(finn.getByText('This is the member’s first withdrawal.')).toBeVisible();
  await finn.keyboard.press('c');
  await expect(finn.getByRole('button', { name: 'Unassign' })).toBeVisible();

  await openWithdrawal(greta, memberId, id);
  await expect(greta.getByText(/finn is reviewing this until/)).toBeVisible();
  await expect(greta.getByRole('button', { name: 'Approve' })).toBeHidden();
  await finn.getByRole('button', { name: 'Unassign' }).click();
  await expect(finn.getByRole('button', { name: 'Assign to me' })).toBeVisible();

  await greta.reload();
  await greta.getByRole('button', { name: 'Approve' }).click();
  const form = greta.getByRole('dialog', { name: 'Approve 6,000.00 credits' });
  await form.getByRole('button', { name: 'Approve' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('The account has the member’s name');
  await form.getByRole('button', { name: 'Approve' }).click();
  await expect(form).toBeHidden();
  await expect(greta.getByText(/^(Approved|Sent to the provider|Paid)$/).first()).toBeVisible();
});

test('after a first approval its author reads who decides next, and the second person reads their reason', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const finn = await staff('finn');
  const { id: finnId } = await (await finn.request.get('/api/console/me')).json();
  const greta = await staff('greta');
  const why = 'The account has the member’s name';
  const approval = { staffId: finnId, staffName: 'finn', verdict: 'approve', reason: null, words: why, counts: true };
  for (const page of [finn, greta]) {
    // No member of the play house has an amount that needs two approvals, so the journey sets the server's answer.
    await page.route(`**/withdrawals/${id}`, async (route) => {
      const response = await route.fetch();
      const reviews = [{ ...approval, atMs: Date.now() }];
      await route.fulfill({ response, json: { ...(await response.json()), peopleToApprove: 2, reviews } });
    });
    await openWithdrawal(page, memberId, id);
  }
  await expect(finn.getByText(/^You approved this on .+ Next: another person of finance decides\.$/)).toBeVisible();
  await expect(finn.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(finn.getByRole('button', { name: 'Refuse' })).toBeVisible();
  await expectGoodConsole(finn, 'a withdrawal after the own approval');

  await greta.getByRole('button', { name: 'Approve' }).click();
  const form = greta.getByRole('dialog', { name: 'Approve 6,000.00 credits' });
  await expect(form.getByText(/^You are the second person/)).toBeVisible();
  await expect(form.getByText(userName, { exact: true })).toBeVisible();
  const first = form.getByRole('region', { name: 'First decision' });
  await expect(first).toContainText('finn proposed approval,');
  await expect(first).toContainText(why);
  await expectGoodConsole(greta, 'the second approval of a withdrawal');
});

test('refusing takes two people, a reason, a text, and a proof of presence', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  await becomeReady(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const finn = await staff('finn');
  await openWithdrawal(finn, memberId, id);
  // The server's answer to an outdated identity proof: the page asks for a new one and then continues.
  await finn.route('**/refuse', (route) => route.fulfill(TOO_OLD), { times: 1 });
  // The first of the two has no preselected reason.
  const no = await refuse(finn);
  await expect(no.getByText('Fill in all required fields.')).toBeVisible();
  await no.getByRole('combobox', { name: 'Reason' }).click();
  await finn.getByRole('option', { name: 'The card or account does not belong to the member' }).click();
  // No key in the text field submits.
  await no.getByLabel('Message to the member').press('Control+Enter');
  await expect(finn.getByRole('dialog', { name: 'Confirm your identity' })).toHaveCount(0);
  await no.getByRole('button', { name: 'Refuse' }).click();
  const proof = finn.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Password').fill('finn-pays-promptly');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(no).toBeHidden();
  await expect(finn.getByText('Refusal proposed. A second person must refuse for the same reason')).toBeVisible();
  await expect(finn.getByRole('listitem').filter({ hasText: 'The holder is somebody else.' })).toBeVisible();

  // The first person reads who decides next. Their vote counts once.
  await expect(finn.getByText(/^You proposed to refuse this on .+ Next: another person of finance/)).toBeVisible();
  const again = await refuse(finn, 'Change refusal');
  await expect(again.getByRole('region', { name: 'First decision' })).toHaveCount(0);
  await expect(finn.getByText('This needs a second person: another staff member must decide.')).toBeVisible();

  const greta = await staff('greta');
  await openWithdrawal(greta, memberId, id);
  await expect(greta.getByText('proposed refusal')).toBeVisible();
  await greta.getByRole('button', { name: 'Refuse' }).click();
  const first = greta.getByRole('dialog').getByRole('region', { name: 'First decision' });
  await expect(first).toContainText('The holder is somebody else.');
  await expect(first).toContainText('finn proposed refusal: The card or account does not belong to the member,');
  await expectGoodConsole(greta, 'the second refusal of a withdrawal');
  await greta.keyboard.press('Escape');
  await expect(greta.getByRole('dialog')).toHaveCount(0);
  const second = await refuse(greta);
  await expect(second).toBeHidden();
  await expect(greta.getByText('Refused: The card or account does not belong to the member.')).toBeVisible();
  const { availableMinor } = await (await member.request.get('/api/me')).json();
  expect(availableMinor).toBe('1000000');
});

test('the queue passes the visual checks on every screen, light and dark', async ({
  page: member,
  browser,
  club,
  complaints,
}) => {
  await joinClub(member, club);
  await becomeReady(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const page = await openDesk(browser, club, complaints);
  await page.goto('/console');
  await expectGoodConsole(page, 'sign-in');
  await signInAs(page, club, 'finn');
  await page.goto('/console/withdrawals');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await expectGoodConsole(page, 'queue');
  await openWithdrawal(page, memberId, id);
  await expectGoodConsole(page, 'withdrawal');
  for (const path of ['payments', 'complaints', 'legal-holds', 'account']) {
    await page.goto(`/console/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
    await expectGoodConsole(page, path);
  }
});

test('a decision leads on to the next withdrawal of the queue, and the member stands beside it', async ({
  page: member,
  browser,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const second = await (await browser.newContext({ baseURL: club.address })).newPage();
  await joinClub(second, club);
  await becomeReady(second);
  const other = await askForPayout(second, IN_REVIEW);

  const finn = await staff('finn');
  // The queue of this journey, whatever else the club has.
  await finn.route('**/api/console/withdrawals?*', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    const items = found.items.filter((one: { id: string }) => [id, other.id].includes(one.id));
    await route.fulfill({ response, json: { ...found, items, nextCursor: null, total: items.length } });
  });
  await openWithdrawal(finn, memberId, id);
  const panel = finn.getByRole('region', { name: 'Member' });
  for (const text of [userName, '4,000.00 credits', '0 paid, 0 refused', 'Reality check every', 'Withdrawals: 1']) {
    await expect(panel).toContainText(text);
  }
  await panel.getByRole('button', { name: `Copy the id of ${userName}` }).click();
  await expect(finn.getByRole('region', { name: 'Your decision' })).toContainText('The payout starts immediately.');
  await finn.keyboard.press('a');
  const form = finn.getByRole('dialog', { name: 'Approve 6,000.00 credits' });
  await form.getByLabel('Reason').fill('The account has the member’s name');
  await form.getByRole('button', { name: 'Approve' }).click();
  const next = finn.getByRole('link', { name: /^Next: 6,000\.00.credits, / });
  await expect(next).toBeFocused();
  await expect(finn.getByText(/^\d+ left in the queue$/)).toBeVisible();
  await expectGoodConsole(finn, 'a decision with the next item');

  await openWithdrawal(finn, other.memberId, other.id);
  await finn.getByRole('button', { name: 'Skip to next' }).click();
  await expect(finn.getByText('The queue is empty. Nothing else waits for you.')).toBeVisible();
  await second.context().close();
});

const TOO_OLD = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'step-up-needed', params: {} }),
};

async function refuse(page: Page, open = 'Refuse') {
  await page.getByRole('button', { name: open, exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Refuse 6,000.00 credits' });
  await form.getByLabel('Message to the member').fill('The holder is somebody else.');
  await form.getByRole('button', { name: 'Refuse' }).click();
  return form;
}
