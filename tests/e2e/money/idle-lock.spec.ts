import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub, type Member } from '../kit/members.ts';
import { asOwner } from '../kit/owner-sql.ts';
import { expectFault, field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { becomeReady, fillPayee, giveName, IBAN, PIN, typePin } from '../pages/money-in.ts';
import * as out from '../pages/money-out.ts';

// The login password before money moves out, after a time without use.

const passwordSheet = (page: Page) => page.getByRole('dialog', { name: 'Enter your login password' });

test('after half an hour without use a withdrawal asks for the login password, and then goes on', async ({
  page,
  club,
}) => {
  const member = await joinClub(page, club);
  await becomeReady(page);
  await out.enterAmount(page, '120.50');
  await leaveUnused(club, member);
  await out.submitPin(page);
  const sheet = passwordSheet(page);
  await expect(sheet).toContainText('You have not used the app for a while.');
  await expectGoodLook(page, 'the login password before a withdrawal');
  await field(page, 'Login password').fill('not the password');
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expectFault(field(page, 'Login password'), 'This is not your current password.');
  expect(await out.countWithdrawals(page)).toBe(0);

  // Declined: everything stays as it was typed, and can be sent again.
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  const review = out.confirmSheet(page);
  await expect(review).toContainText('Send this again and enter your login password.');
  await expect(review).toContainText('120.50 credits');
  await review.getByRole('button', { name: 'Submit' }).click();
  await field(page, 'Login password').fill(member.password);
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(out.steps(page).first()).toContainText('Submitted');
  expect(await out.countWithdrawals(page)).toBe(1);
});

test('a card or account is bound after the login password, with what was typed', async ({ page, club }) => {
  const member = await joinClub(page, club);
  await giveName(page);
  await page.goto('/BindCard');
  await fillPayee(page, { kind: 'Account', bank: 'Elbe-Bank', phone: '01512 3456789' });
  await field(page, 'IBAN').fill(IBAN);
  await page.getByRole('button', { name: 'Continue' }).click();
  await typePin(page, 'Finance password', PIN);
  await leaveUnused(club, member);
  await page.getByRole('button', { name: 'Add' }).click();
  await field(page, 'Login password').fill(member.password);
  await passwordSheet(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText('DE•• •••• 3000');
});

/** Makes the last use of the member's sessions half an hour older. Moving the club's time would draw sixty periods. */
function leaveUnused(club: Club, { userName }: Member): Promise<void> {
  return asOwner(
    club,
    `update members.session s set used_at = used_at - interval '31 minutes'
     from members.member m where m.member_id = s.member_id and m.user_name = '${userName}'`,
  );
}
