import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { oneTimeCode } from '../kit/one-time-code.ts';
import { heading, openDesk, passwordOf } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Staff accounts: an owner adds a person, who sets a password; then a new role, and removal.

const OWN = 'nine herons over the lake';
const WHY = 'Begins on Monday';

function freshStaffName(): string {
  return `nora-${randomBytes(3).toString('hex')}`;
}

/** Adds a person as an owner. Returns the values that are shown once. */
async function letIn(olga: Page, name: string, role: string) {
  await olga.goto('/console/staff');
  await olga.getByRole('button', { name: 'Add staff member' }).click();
  const form = olga.getByRole('dialog', { name: 'Add staff member' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByLabel('Role').click();
  await olga.getByRole('option', { name: role }).click();
  await form.getByRole('textbox', { name: 'Reason' }).fill(WHY);
  await form.getByRole('button', { name: 'Add' }).click();
  const once = olga.getByRole('dialog', { name: `For ${name}, shown only once` });
  await expect(once).toBeVisible();
  await expect(once.getByRole('img', { name: 'QR code' })).toBeVisible();
  const [password = '', secret = ''] = await once.getByRole('status').allInnerTexts();
  return { once, password, secret };
}

async function enter(page: Page, name: string, password: string, secret: string): Promise<void> {
  await page.goto('/console');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('One-time code').fill(oneTimeCode(secret));
  await page.keyboard.press('Enter');
}

/** Each code works once: the next one comes within half a minute. */
function afterThisCode(): Promise<void> {
  const STEP_MS = 30_000;
  return new Promise((resolve) => setTimeout(resolve, STEP_MS - (Date.now() % STEP_MS) + 500));
}

test('a new account has a first password, shown once, and must set its own', async ({
  browser,
  club,
  complaints,
  staff,
}) => {
  const olga = await staff('olga');
  await olga.goto('/console/staff');
  await olga.getByRole('button', { name: 'Add staff member' }).click();
  const form = olga.getByRole('dialog', { name: 'Add staff member' });
  await form.getByRole('textbox', { name: 'Name' }).fill('finn');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason' }).fill(WHY);
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText(/This name is taken/)).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  const name = freshStaffName();
  const { once, password, secret } = await letIn(olga, name, 'Support');
  expect(password).toMatch(/^[\w-]{20}$/);
  await olga.keyboard.press('Escape');
  await expect(once).toBeVisible();
  await once.getByRole('button', { name: 'I have handed it over' }).click();
  await expect(once).toBeHidden();
  await expect(olga.getByRole('row', { name: new RegExp(name) })).toContainText('Support');

  const nora = await openDesk(browser, club, complaints);
  await enter(nora, name, password, secret);
  await expect(heading(nora, 'Set your password')).toBeVisible();
  await expect(nora.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  // Entering a page's address does not help.
  await nora.goto('/console/members');
  await expect(heading(nora, 'Set your password')).toBeVisible();
  await expect(nora.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await nora.getByLabel('Current password').fill(password);
  await nora.getByLabel('New password', { exact: true }).fill('too short');
  await nora.getByLabel('Repeat new password').fill('other');
  await nora.getByRole('button', { name: 'Change password' }).click();
  await expect(nora.getByText(/^Use at least 12 characters that are hard to guess/)).toBeVisible();
  await nora.getByLabel('New password', { exact: true }).fill(OWN);
  await nora.getByLabel('Repeat new password').fill(OWN);
  await nora.keyboard.press('Enter');
  await expect(nora.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await expect(nora.getByRole('link', { name: 'Staff' })).toBeHidden();
});

test('an owner changes a role, renews a password and disables an account, but not their own', async ({ staff }) => {
  const olga = await staff('olga');
  const name = freshStaffName();
  const { once } = await letIn(olga, name, 'Support');
  await once.getByRole('button', { name: 'I have handed it over' }).click();
  const own = olga.getByRole('row', { name: /olga/ });
  await expect(own).toContainText('You');
  await expect(own.getByRole('button')).toHaveCount(0);

  const row = olga.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: `Change role: ${name}` }).click();
  const role = olga.getByRole('dialog', { name: `Change the role of ${name}` });
  await role.getByLabel('Role').click();
  await olga.getByRole('option', { name: 'Finance' }).click();
  await role.getByRole('textbox', { name: 'Reason' }).fill('Learned it');
  await role.getByRole('button', { name: 'Change role' }).click();
  await expect(role).toBeHidden();
  await expect(row).toContainText('Finance');

  await row.getByRole('button', { name: `Replace secret: ${name}` }).click();
  const factor = olga.getByRole('dialog', { name: `Replace the secret of ${name}` });
  await factor.getByRole('textbox', { name: 'Reason' }).fill('Lost the phone');
  await factor.getByRole('button', { name: 'Replace secret' }).click();
  const again = olga.getByRole('dialog', { name: `For ${name}, shown only once` });
  await expect(again.getByText('First password')).toBeHidden();
  await again.getByRole('button', { name: 'I have handed it over' }).click();

  await row.getByRole('button', { name: `Disable: ${name}` }).click();
  const out = olga.getByRole('dialog', { name: `Disable ${name}` });
  await out.getByRole('textbox', { name: 'Reason' }).fill('Left us');
  await out.getByRole('button', { name: 'Disable' }).click();
  await expect(out).toBeHidden();
  await expect(row).toBeHidden();
  await olga.getByLabel('State').click();
  await olga.getByRole('option', { name: 'All' }).click();
  await expect(row).toContainText('Disabled');
  await expect(row.getByRole('button')).toHaveCount(0);

  // An auditor sees the staff and can change nothing.
  const ada = await staff('ada');
  await ada.goto('/console/staff');
  await expect(ada.getByRole('row', { name: /finn/ })).toBeVisible();
  await expect(ada.getByRole('button', { name: /Change role|Replace secret|Disable|Add staff member/ })).toHaveCount(0);
});

test('a new password of one’s own ends all other sessions', async ({ browser, club, complaints, staff }) => {
  test.slow();
  const olga = await staff('olga');
  const name = freshStaffName();
  const { once, password, secret } = await letIn(olga, name, 'Content');
  await once.getByRole('button', { name: 'I have handed it over' }).click();
  const nora = await openDesk(browser, club, complaints);
  await enter(nora, name, password, secret);
  await nora.getByLabel('Current password').fill(password);
  await nora.getByLabel('New password', { exact: true }).fill(OWN);
  await nora.getByLabel('Repeat new password').fill(OWN);
  await nora.keyboard.press('Enter');
  await expect(nora.getByRole('button', { name })).toBeVisible();
  await afterThisCode();
  const elsewhere = await openDesk(browser, club, complaints);
  await enter(elsewhere, name, OWN, secret);
  await expect(elsewhere.getByRole('button', { name })).toBeVisible();

  await nora.goto('/console/account');
  const form = nora.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill('a guess at it');
  await form.getByLabel('New password', { exact: true }).fill(`${OWN} again`);
  await form.getByLabel('Repeat new password').fill(`${OWN} again`);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('The current password is wrong.')).toBeVisible();
  await form.getByLabel('Current password').fill(OWN);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(nora.getByText('Password changed. You were signed out of all other sessions')).toBeVisible();
  expect((await elsewhere.request.get('/api/console/me')).status()).toBe(401);
  expect((await nora.request.get('/api/console/me')).status()).toBe(200);
});

test('staff and the first password pass the visual checks on every screen, light and dark', async ({
  browser,
  club,
  complaints,
  staff,
}) => {
  const olga = await staff('olga');
  await olga.goto('/console/staff');
  await expect(olga.getByRole('table', { name: 'Staff' })).toBeVisible();
  await expectGoodConsole(olga, 'staff');
  const name = freshStaffName();
  const { once, password, secret } = await letIn(olga, name, 'Content');
  await expectGoodConsole(olga, 'staff-secret');
  await once.getByRole('button', { name: 'I have handed it over' }).click();
  await olga.goto('/console/account');
  await expect(olga.getByRole('form', { name: 'Password' })).toBeVisible();
  await expectGoodConsole(olga, 'own-account');
  const nora = await openDesk(browser, club, complaints);
  await enter(nora, name, password, secret);
  await expect(heading(nora, 'Set your password')).toBeVisible();
  await expectGoodConsole(nora, 'first-password');
  expect(passwordOf(club, 'olga')).not.toBe('');
});
