import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { expect, test } from '../kit/fixtures.ts';
import { GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { consoleHeaders } from '../kit/page-headers.ts';
import { expectFault, field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as money from '../pages/money-in.ts';

// A member's profile: name, sex, finance password, payout accounts.

test('the name is set once and the sex at any time', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/information');
  await expect(page.getByRole('link', { name: 'Real name' })).toContainText('Not set');
  await page.getByRole('link', { name: 'Real name' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectFault(field(page, 'Real name'), 'Fill in this field.');
  await field(page, 'Real name').fill('R2-D2');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expectFault(field(page, 'Real name'), 'Enter your name exactly as on your card or account.');
  await field(page, 'Real name').fill(money.REAL_NAME);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectGoodLook(page, 'the name once more');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('link', { name: 'Real name' })).toContainText(money.REAL_NAME);
  await page.getByRole('link', { name: 'Real name' }).click();
  await expect(page.getByText('Support can correct it.')).toBeVisible();
  await expect(field(page, 'Real name')).toBeHidden();
  await page.goto('/Infomation');
  await page.getByRole('link', { name: 'Sex' }).click();
  await page.getByRole('button', { name: 'Woman' }).click();
  await expect(page.getByRole('link', { name: 'Sex' })).toContainText('Woman');
});

test('the finance password is typed twice, refused when easy, and locked after five wrong tries', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/SetPayPassword');
  await expect(page.getByText('No sequence, keypad pattern, repeated digits, year or birthday.')).toBeVisible();
  await money.typePin(page, 'Finance password', '1234');
  await expectFault(field(page, 'Finance password'), 'Too easy to guess.');
  await expect(field(page, 'Finance password')).toBeFocused();
  await money.typePin(page, 'Finance password', money.PIN);
  await money.typePin(page, 'Repeat finance password', '2759');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectFault(field(page, 'Repeat finance password'), 'The two entries do not match.');
  await money.typePin(page, 'Repeat finance password', money.PIN);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Finance password' })).toContainText('Set');

  await page.getByRole('link', { name: 'Finance password' }).click();
  await field(page, 'Login password').fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await money.typePin(page, 'Old finance password', '9075');
  await money.typePin(page, 'New finance password', '8316');
  await money.typePin(page, 'Repeat new finance password', '8316');
  const set = page.getByRole('button', { name: 'Save new password' });
  for (const left of ['4 attempts left', '3 attempts left', '2 attempts left', '1 attempt left']) {
    await set.click();
    await expectFault(field(page, 'Old finance password'), left);
    // The later fields keep their text.
    await money.typePin(page, 'Old finance password', '9075');
  }
  await expectGoodLook(page, 'the last step of a change');
  await set.click();
  await expect(page.getByRole('heading', { name: 'Temporarily locked' })).toBeVisible();
});

test('the finance password is changed with the login password and the old one', async ({ page, club }) => {
  await joinClub(page, club);
  await money.becomeReady(page);
  await page.goto('/SetPayPassword');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectFault(field(page, 'Login password'), 'Enter your login password.');
  await field(page, 'Login password').fill('another harbour altogether');
  await page.getByRole('button', { name: 'Continue' }).click();
  await money.typePin(page, 'Old finance password', money.PIN);
  await money.typePin(page, 'New finance password', '8316');
  await money.typePin(page, 'Repeat new finance password', '8316');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectFault(field(page, 'Login password'), 'Wrong user name or password.');
  await expectGoodLook(page, 'a wrong login password');
  await field(page, 'Login password').fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save new password' }).click();
  // The toast, or that of the message about it, which replaces it within moments.
  await expect(page.getByText(/[Ff]inance password (is|was) changed\./).first()).toBeVisible();
});

test('an account is bound in the member’s own name alone, and shown masked', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/BindCard');
  await expect(page.getByRole('heading', { name: 'First, your details' })).toBeVisible();
  await giveNameAndPin(page);
  await page.goto('/BindCard');
  await expect(field(page, 'Holder')).toHaveValue(money.REAL_NAME);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose a bank from the list.')).toBeVisible();
  await expectGoodLook(page, '/BindCard with faults');
  await money.fillPayee(page, { kind: 'Account', bank: 'Elbe-Bank', phone: '01512 3456789', holder: 'Someone Else' });
  await expectFault(field(page, 'Holder'), 'The holder must have the same name as you');
  await field(page, 'Holder').fill(money.REAL_NAME.toUpperCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await field(page, 'IBAN').fill(money.IBAN.replace('89', '88'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectFault(field(page, 'IBAN'), 'This IBAN is not valid.');
  await expectGoodLook(page, '/BindCard with a wrong IBAN');
  await field(page, 'IBAN').fill(money.IBAN);
  await page.getByRole('button', { name: 'Continue' }).click();
  await money.typePin(page, 'Finance password', '9075');
  await page.getByRole('button', { name: 'Add' }).click();
  await expectFault(field(page, 'Finance password'), '4 attempts left');
  await expectGoodLook(page, '/BindCard, the last step');
  await money.typePin(page, 'Finance password', money.PIN);
  await page.getByRole('button', { name: 'Add' }).click();
  const bound = page.getByRole('region', { name: 'Account' });
  await expect(bound).toContainText('Elbe-Bank');
  await expect(bound).toContainText('DE•• •••• 3000');
  await expect(bound).toContainText('+49 •••• 89');
  expect(await page.content()).not.toContain('0532');
});

test('a field is checked when it is left; a pasted phone chooses its country; nothing typed is lost', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await money.giveName(page);
  await page.goto('/BindCard');
  const [holder, phone] = [field(page, 'Holder'), field(page, 'Phone')];
  await holder.fill('Someone Else');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await holder.press('Tab');
  await expectFault(holder, 'The holder must have the same name as you');
  await holder.pressSequentially('x');
  await expect(holder).not.toHaveAttribute('aria-invalid');
  await holder.fill(money.REAL_NAME);

  await phone.fill('00976 (9911)-2233');
  const country = page.getByRole('button', { name: /^Country/ });
  await expect(country).toHaveAccessibleName('Country Mongolia +976');
  await phone.press('Tab');
  await expect(phone).toHaveValue('9911 2233');
  await expect(page.getByText('+976 9911 2233')).toBeVisible();
  await phone.fill('12');
  await phone.press('Tab');
  await expectFault(phone, 'Enter the number with its country code');
  await country.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('listitem').first()).toContainText('Mongolia');
  await sheet.getByLabel('Search countries').fill('49');
  await sheet.getByRole('button', { name: 'Germany +49' }).click();
  await money.fillPayee(page, { kind: 'Account', bank: 'Elbe-Bank', phone: '01512 3456789' });

  await test.step('back in the app, it is at the same step', async () => {
    await field(page, 'IBAN').fill(money.IBAN);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Add a card or account' }).click();
    await expect(field(page, 'IBAN')).toHaveValue(money.IBAN);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('3704');
  });

  await test.step('a reload keeps all but the account number', async () => {
    await page.reload();
    await expect(field(page, 'Phone')).toHaveValue('01512 3456789');
    await expect(page.getByRole('button', { name: /^Bank/ })).toHaveAccessibleName('Bank Elbe-Bank');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(field(page, 'IBAN')).toHaveValue('');
  });
});

test('a card number goes into the provider’s frame and nowhere else', async ({ page, club }) => {
  await joinClub(page, club);
  await giveNameAndPin(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(club.address)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await page.goto('/BindCard');
  await money.fillPayee(page, { kind: 'Card', bank: 'Steppe Bank', phone: '8812 3456' });
  await money.typeCard(page, '4242 4242 4242 4241');
  await expect(page.frameLocator('iframe').getByRole('alert')).toHaveText('This card number has a typing error.');
  await expectGoodLook(page, 'the provider’s frame');
  // Messages from other windows must be ignored.
  await page.evaluate(() => {
    window.postMessage({ type: 'tercet-card', token: 'tok_forged', brand: 'visa', last4: '0000' }, '*');
  });
  await money.typeCard(page);
  await expect(page.getByText('•••• 4242')).toBeVisible();
  await expect(page.getByText('•••• 0000')).toBeHidden();
  await money.typePin(page, 'Finance password', money.PIN);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('region', { name: 'Card' })).toContainText('•••• 4242');
  expect(sent.join('\n')).toContain('tok_');
  expect(sent.join('\n').replaceAll(/\s/g, '')).not.toMatch(/4242424242424/);
});

test('another account takes the place a day later, and can be stopped until then', async ({ page, club, newPhone }) => {
  await joinClub(page, club);
  await money.becomeReady(page);
  await page.goto('/Setbank');
  await expect(page.getByRole('heading', { name: 'How to replace it' })).toBeVisible();
  await page.goto('/BindCard');
  await expect(page.getByRole('heading', { name: 'You already have a card or account' })).toBeVisible();
  await permitReplacement(await newPhone(club.address), club, await memberIdOf(page));

  await page.goto('/Setbank');
  await page.getByRole('link', { name: 'Add another one' }).click();
  await money.fillPayee(page, { kind: 'Card', bank: 'Orkhon Savings', phone: '8812 3456' });
  await money.typeCard(page, '5555 5555 5555 4444');
  await expect(page.getByText('It replaces the current one in 24 hours.')).toBeVisible();
  await money.typePin(page, 'Finance password', money.PIN);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(/Payouts go here until/);
  await expect(page.getByRole('region', { name: 'Card', exact: true })).toContainText(/Payouts go here from/);
  await expectGoodLook(page, 'a replacement that waits');
  await page.getByRole('button', { name: 'Stop replacement' }).click();
  await expect(page.getByRole('region', { name: 'Card', exact: true })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Account' })).not.toContainText('until');
});

async function giveNameAndPin(page: Page): Promise<void> {
  await page.goto('/Setname');
  await field(page, 'Real name').fill(money.REAL_NAME);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page).toHaveURL(/\/Infomation$/);
  await page.goto('/SetPayPassword');
  await money.typePin(page, 'Finance password', money.PIN);
  await money.typePin(page, 'Repeat finance password', money.PIN);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/Infomation$/);
}

async function memberIdOf(page: Page): Promise<string> {
  const { id } = await (await page.request.get('/api/me')).json();
  return id;
}

/** Allows a replacement as support does at the member's request. */
async function permitReplacement(desk: Page, club: Club, memberId: string): Promise<void> {
  const support = club.demo.staff.find(({ role }) => role === 'support');
  const headers = { origin: club.address };
  const data = { name: support?.name, password: support?.password };
  const signIn = await desk.request.post('/api/console/session', { headers, data });
  expect(signIn.ok()).toBe(true);
  const path = `/api/console/members/${memberId}/payee-permit`;
  const own = await consoleHeaders(desk);
  const permit = await desk.request.post(path, { headers: own, data: { why: 'the old card was lost' } });
  expect(permit.ok()).toBe(true);
}
