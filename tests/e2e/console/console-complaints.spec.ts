import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import * as table from '../pages/lottery-table.ts';

// A member's complaint about a bet, answered at the console.

test('a question is found, read with its proof, and answered once', async ({ page: member, club, staff }) => {
  const { userName } = await joinClub(member, club);
  await table.openTable(member);
  await table.chooseBet(member, 'Odd', '5.00');
  await table.placeSlip(member);
  const { items } = await (await member.request.get('/api/slips')).json();
  const headers = await pageHeaders(member);
  const response = await member.request.post('/api/me/complaints', {
    data: { slipId: items[0].id, words: 'Is my bet in the seal of this draw?' },
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  });
  expect(response.ok(), await response.text()).toBe(true);

  const sara = await staff('sara');
  await (await menuLink(sara, 'Questions about bets')).click();
  const row = sara.getByRole('row').filter({ hasText: 'Is my bet in the seal of this draw?' });
  // The whole row is a link, also by keyboard.
  await expect(row).toBeVisible();
  await sara.keyboard.press('j');
  await expect(sara.locator('[data-row-link]').first()).toBeFocused();
  await row.locator('[data-row-link]').click();
  await expect(heading(sara, /^Draw dice-/)).toBeVisible();
  await expect(sara.getByRole('region', { name: 'Member' }).getByText(userName)).toBeVisible();
  await expect(sara.getByRole('row').filter({ hasText: 'Odd' }).last()).toContainText('5.00 credits');
  const verdict = sara.getByRole('region', { name: 'What the dice and the proof say' });
  await expect(verdict).toContainText(/not settled yet|This is correct/);
  await expect(verdict).toContainText(/The proof of the draw|The book says/);
  await expectGoodConsole(sara, 'a question about a bet');
  await sara.getByText('Evidence', { exact: true }).click();
  await expect(sara.locator('pre')).toContainText(items[0].id);
  const answer = sara.getByLabel('Answer to the member');
  await sara.getByRole('button', { name: 'Insert reply' }).click();
  await expect(answer).toHaveValue(/dice were|not finished yet|back in your balance/);
  await answer.fill('too short');
  await sara.getByRole('button', { name: 'Send answer' }).click();
  await expect(sara.getByText('Enter 10 to 2000 characters.')).toBeVisible();
  await expect(answer).toHaveValue('too short');
  await answer.fill('It is: the proof of your receipt leads to the root.');
  await sara.getByRole('button', { name: 'Send answer' }).click();
  await expect(answer).toBeHidden();
  await expect(sara.getByText('It is: the proof of your receipt leads to the root.')).toBeVisible();
  await sara.keyboard.press('u');
  await expect(heading(sara, 'Questions about bets')).toBeVisible();
  await expect(row).toBeHidden();
});
