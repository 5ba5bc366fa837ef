import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectFault, field } from '../pages/forms.ts';
import * as money from '../pages/money-in.ts';

// Pasted text with extra characters is accepted, or refused with a hint.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an amount is taken with its unit, and refused with that of another currency', async ({ page, club }) => {
  await joinClub(page, club);
  await money.becomeReady(page);
  await page.goto('/Withdraw');
  const amount = money.amountField(page);
  for (const [typed, shown] of [
    ['20 credits', '20'],
    ['1,000.50 credits', '1,000.50'],
    ['50,-', '50'],
    ['.5', '0.50'],
    ['١٢٫٥٠', '12.50'],
    ['１，０００', '1,000'],
    ['1\u202f000', '1,000'],
    ['1’000.50', '1,000.50'],
  ] as const) {
    await amount.focus();
    await amount.fill(typed);
    await amount.blur();
    await expect(amount, typed).toHaveValue(shown);
    await expect(amount, typed).not.toHaveAttribute('aria-invalid', 'true');
  }
  for (const [typed, words] of [
    ['50,00 €', '“€” is another currency. Write the amount in credits.'],
    ['USD 20', '“USD” is another currency.'],
    ['1000円', '“円” is another currency.'],
    ['1.234 credits', 'This could mean 1.234 or 1,234.00.'],
    ['5k', 'This is no amount.'],
    ['10²', 'This is no amount.'],
  ] as const) {
    await amount.focus();
    await amount.fill(typed);
    await expectFault(amount, words);
  }
});

test('thousands are separated while an amount is typed, and the caret stays in its place', async ({ page, club }) => {
  await joinClub(page, club);
  await money.becomeReady(page);
  await page.goto('/Withdraw');
  const amount = money.amountField(page);
  const caret = () => amount.evaluate((input: HTMLInputElement) => input.selectionStart);
  await amount.pressSequentially('1234567.5');
  await expect(amount).toHaveValue('1,234,567.5');
  for (let left = 0; left < 3; left += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(amount).toHaveValue('123,457.5');
  expect(await caret()).toBe(6);
  await page.keyboard.type('8');
  await expect(amount).toHaveValue('1,234,587.5');
  expect(await caret()).toBe(8);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(amount, 'a separator is deleted with the digit before it').toHaveValue('234,587.5');
  expect(await caret()).toBe(0);
  await page.keyboard.type(' ');
  await expect(amount).toHaveValue('234,587.5');
  expect(await caret()).toBe(0);

  await test.step('another notation stays as typed until the field is left', async () => {
    await amount.fill('');
    await amount.pressSequentially('1234,5');
    await expect(amount).toHaveValue('1234,5');
    await amount.blur();
    await expect(amount).toHaveValue('1,234.50');
    await amount.fill('');
    await amount.pressSequentially('1,234,');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await amount.pressSequentially('5');
    await amount.blur();
    await expectFault(amount, 'This is no amount.');
  });
});

test('an IBAN is found among a name and a BIC, and never guessed', async ({ page, club }) => {
  await joinClub(page, club);
  await money.giveName(page);
  await page.goto('/BindCard');
  await money.fillPayee(page, { kind: 'Account', bank: 'Elbe-Bank', phone: '01512 3456789' });
  const iban = field(page, 'IBAN');
  for (const typed of [
    `Mira Bold\n${money.IBAN}\nBIC: COBADEFFXXX`,
    `IBAN: ${money.IBAN} BIC: COBADEFFXXX`,
    `${money.IBAN}\nSWIFT COBADEFF`,
  ]) {
    await iban.fill('');
    await paste(page, iban, typed);
    await iban.blur();
    await expect(iban, typed).toHaveValue(money.IBAN);
  }
  await iban.fill(`${money.IBAN.slice(0, -1)} BIC: COBADEFFXXX`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectFault(iban, 'Enter only the IBAN, without the BIC, names or other numbers.');
});

test('a name is confirmed as it will be stored', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Setname');
  await field(page, 'Real name').fill('\u202aBold,\u200b  Mi\u00adra\u202c ');
  await page.getByRole('button', { name: 'Continue' }).click();
  const shown = await page.getByRole('dialog').locator('bdi').textContent();
  expect(shown).toBe('Bold Mira');
  await page.getByRole('dialog').getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const person = await (await page.request.get('/api/me/person')).json();
  expect(person.realName).toBe(shown);
});

/** Pastes as from another app. A single-line field drops line breaks. */
async function paste(page: Page, into: Locator, text: string) {
  await into.focus();
  await page.keyboard.insertText(text);
}
