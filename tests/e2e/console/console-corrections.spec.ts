import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Corrections of balances outside bets and payments, as after a restore. One of finance proposes, another confirms.

const LEAF = randomBytes(32).toString('hex');
const WHY = 'A bet of that evening won, and its slip was lost.';

test('two of finance correct a balance; the member reads the reason, and an auditor changes nothing', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  const { id } = await (await member.request.get('/api/me')).json();
  const before = await balanceOf(member);

  const finn = await staff('finn');
  await finn.goto(`/console/members/${id}/show`);
  await finn.getByRole('button', { name: 'Correct balance' }).click();
  const form = finn.getByRole('dialog', { name: `Correct the balance of ${userName}` });
  await expect(form.getByText(/^A second person of finance must confirm, whatever the amount/)).toBeVisible();
  await form.getByRole('button', { name: 'Propose correction' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill(WHY);
  await form.getByRole('button', { name: 'Propose correction' }).click();
  await expect(form.getByText(/^Enter an amount above zero/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Amount' }).fill('1.234');
  await expect(form.getByText('This could mean 1.234 or 1,234.00.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Amount' }).fill('12.50');
  await form.getByRole('button', { name: 'Propose correction' }).click();
  await expect(form.getByText('Fill in all required fields.')).toBeVisible();
  const reference = form.getByRole('textbox', { name: 'Reference' });
  await reference.fill('two words');
  await expect(form.getByText(/without spaces\.$/)).toBeVisible();
  await reference.fill(LEAF);
  await expectGoodConsole(finn, 'correcting a balance');
  let proposed = 0;
  finn.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/corrections')) proposed += 1;
  });
  // A double click proposes only once.
  await form.getByRole('button', { name: 'Propose correction' }).dblclick();
  await expect(finn.getByText('Correction proposed. A second person of finance must confirm it')).toBeVisible();
  await expect(form).toBeHidden();
  expect(proposed).toBe(1);
  const waiting = finn.getByRole('region', { name: 'Corrections waiting for a second person of finance' });
  await expect(waiting).toContainText(LEAF);
  await expectGoodConsole(finn, 'a member with a correction that waits');
  await finn.goto('/console/proposals');
  await expect(finn.getByRole('link', { name: 'Balance correction' })).toBeVisible();
  await finn.goto(`/console/members/${id}/show`);
  await waiting.getByRole('link', { name: 'To the member: 12.50 credits' }).click();
  await expect(
    finn.getByText(/^You proposed this on .+ Next: another person of finance confirms or declines it\.$/),
  ).toBeVisible();
  await expect(finn.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  expect(await balanceOf(member)).toBe(before);

  const ada = await staff('ada');
  await ada.goto(finn.url());
  await expect(ada.getByText(WHY)).toBeVisible();
  await expect(ada.getByRole('button', { name: /Confirm|Decline/ })).toHaveCount(0);
  await ada.goto(`/console/members/${id}/show`);
  await expect(ada.getByRole('tablist', { name: 'Sections' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Correct balance' })).toHaveCount(0);

  const greta = await staff('greta');
  await greta.goto(finn.url());
  const changes = greta.getByRole('region', { name: 'Changes' });
  for (const text of ['12.50', 'To the member', LEAF]) await expect(changes).toContainText(text);
  await expectGoodConsole(greta, 'a correction that is proposed');
  await greta.getByRole('button', { name: 'Confirm' }).click();
  const decision = greta.getByRole('dialog', { name: 'Confirm proposal' });
  for (const text of [userName, '12.50', 'To the member', LEAF, 'finn proposed this', WHY]) {
    await expect(decision).toContainText(text);
  }
  await expectGoodConsole(greta, 'confirming a correction');
  await expect(decision.getByText(/^The correction is posted within seconds/)).toBeVisible();
  await decision.getByLabel('Reason').fill('The leaf is in the printed list.');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await expect(greta.getByText('Balance corrected. The member was notified')).toBeVisible();
  await expectRefusedPage(greta, finn.url());
  await greta.getByRole('link', { name: 'Statement', exact: true }).click();
  const line = greta.getByRole('row').filter({ hasText: 'Correction' });
  await expect(line).toContainText('+');
  expect(await balanceOf(member)).toBe(before + 1_250n);

  await member.goto('/Notice');
  const message = member.getByRole('button', { name: /added to your balance as a correction/ });
  await expect(message).toContainText(`Reason: ${WHY} – Reference: ${LEAF}`);
  await message.click();
  await expect(member.getByText('Correction', { exact: true })).toBeVisible();
  await member.goto('/Notice?tab=staff');
  await expect(member.getByText('Confirmed a correction of your balance')).toBeVisible();
});

/** Simulates a refusal by the jobs. A server test covers the race behind it. */
async function expectRefusedPage(greta: Page, proposal: string): Promise<void> {
  const path = /\/api\/console\/proposals\/[0-9a-f-]+$/;
  await greta.route(path, async (route) => {
    const response = await route.fetch();
    const refused = { carriedOut: 'refused', refusal: { code: 'corrected-already', params: {} } };
    await route.fulfill({ response, json: { ...(await response.json()), ...refused } });
  });
  await greta.goto(proposal);
  await expect(greta.getByText('Not carried out', { exact: true })).toBeVisible();
  const alert = greta.getByRole('alert').filter({ hasText: 'Nothing was posted. No money has moved.' });
  await expect(alert).toContainText('This reference has already been corrected.');
  await expect(alert).toContainText('Check the balance and the records, then propose again what is still due.');
  await expect(greta.getByRole('button', { name: /Confirm|Decline/ })).toHaveCount(0);
  await expectGoodConsole(greta, 'a correction that was refused');
  await greta.unroute(path);
}

async function balanceOf(member: Page): Promise<bigint> {
  const { availableMinor } = await (await member.request.get('/api/me')).json();
  return BigInt(availableMinor);
}
