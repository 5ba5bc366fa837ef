import { DRAW_MS_MAX } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { askForPayout, heading } from '../pages/console.ts';
import { choosePage, countActs, doTask, find } from '../pages/console-day.ts';
import { expect, test } from '../pages/console-test.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady } from '../pages/money-in.ts';
import { endPayout, staffOf } from '../pages/money-out.ts';

// A day of an auditor, who only reads: tasks from the overview on, in at most the clicks that days-work.json states.

const IN_REVIEW = 600_000n;

test('an auditor does the tasks of a day in the clicks of the table', async ({
  page: member,
  newPhone,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  await table.openTable(member);
  await table.chooseBet(member, 'Odd', '5.00');
  await table.placeSlip(member);
  const { id, memberId } = await askForPayout(member, IN_REVIEW);
  const greta = await staffOf(club, await newPhone(), 'greta');
  const path = `/api/console/members/${memberId}/withdrawals/${id}/approve`;
  expect((await greta.post(path, { why: 'The account has the name of the member' })).status()).toBe(200);
  await endPayout(member, club, id, 'paid');

  const ada = await staff('ada');
  await countActs(ada);
  const task = (name: string, act: () => Promise<void>) => doTask(ada, 'auditor', name, act);
  const button = (name: string) => ada.getByRole('button', { name, exact: true });

  await task('Find who approved this payout', async () => {
    await find(ada, id, 'Withdrawal of 6,000.00 credits');
    await expect(ada.getByText(/greta proposed approval/)).toBeVisible();
    await expect(ada.getByText('The account has the name of the member')).toBeVisible();
  });

  await task('Read what staff did to the account of a member', async () => {
    await find(ada, userName, userName);
    await ada.getByRole('tab', { name: 'Staff actions' }).click();
    await expect(ada.getByRole('table', { name: 'Staff actions' })).toContainText('greta');
  });

  await task('List what one colleague did today', async () => {
    await choosePage(ada, 'Log', 'Audit log');
    await ada.getByLabel('Staff member').click();
    await ada.getByRole('option', { name: 'greta' }).click();
    await ada.getByLabel('From (UTC)').fill(new Date().toISOString().slice(0, 10));
    await button('Apply filters').click();
    const rows = ada.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('greta');
    await expect(rows.filter({ hasText: 'Approved' }).first()).toBeVisible();
  });

  await task('Verify the whole audit log', async () => {
    await choosePage(ada, 'Log', 'Log verification');
    await button('Verify the whole log').click();
    await expect(ada.getByText('The log is intact')).toBeVisible();
  });

  await task('Export the payouts that are paid', async () => {
    await choosePage(ada, 'Money', 'Withdrawals');
    await ada.getByLabel('State').click();
    await ada.getByRole('option', { name: 'Paid' }).click();
    await expect(ada.getByRole('row').filter({ hasText: userName })).toBeVisible();
    const file = ada.waitForEvent('download');
    await button('Export CSV').click();
    expect((await file).suggestedFilename()).toBe('withdrawals.csv');
  });

  // The bet is settled by then.
  const settled = async () => {
    const { play } = await (await ada.request.get('/api/console/figures?days=30')).json();
    return play.lotteries.length;
  };
  await expect.poll(settled, { timeout: DRAW_MS_MAX + 15_000, intervals: [2_000] }).toBeGreaterThan(0);
  await task('Compare what the lotteries returned over 30 days', async () => {
    await ada.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Figures' }).click();
    await expect(heading(ada, 'Figures')).toBeVisible();
    await button('30 days').click();
    await expect(button('30 days')).toHaveAttribute('aria-pressed', 'true');
    await expect(ada.getByRole('table', { name: 'Returns by lottery' }).getByRole('row').nth(1)).toBeVisible();
  });
});
