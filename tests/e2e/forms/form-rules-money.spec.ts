import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { type Form, give, holdRules } from '../pages/form-rules.ts';
import { field } from '../pages/forms.ts';
import { bindAccount, giveName, IBAN, PIN, REAL_NAME, send } from '../pages/money-in.ts';

// The form rules for each form about money.

const bindForm: Form = {
  name: 'BindCard, an account',
  async open(page) {
    await page.goto('/BindCard');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
  },
  send: /^(Add|Adding)$/,
  next: 'Continue',
  needed: ['Phone'],
  first: (page) => page.getByRole('button', { name: /^Bank/ }),
  async choose(page) {
    await page.getByRole('button', { name: /^Bank/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elbe-Bank' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  },
  fields: {
    Holder: { value: REAL_NAME, autocomplete: 'name' },
    Phone: { value: '0151 23456789', autocomplete: 'tel', type: 'tel' },
  },
  async goOn(page) {
    const goOn = page.getByRole('button', { name: 'Continue', exact: true });
    await goOn.click();
    await expect(field(page, 'IBAN')).toBeVisible();
    await goOn.click();
    await isAskedFor(page, 'IBAN');
    await give(field(page, 'IBAN'), IBAN);
    await goOn.click();
    await page.getByRole('button', { name: 'Add' }).click();
    await isAskedFor(page, 'Finance password');
    await give(field(page, 'Finance password'), PIN);
  },
  stays: (page) => expect(field(page, 'Finance password')).toHaveValue(PIN),
  call: '/api/me/payee',
};

/** Only before the first top-up. */
const firstLimitForm: Form = {
  name: 'Recharge, a limit before the first top-up',
  open: async (page) => void (await page.goto('/Recharge')),
  send: /^Save$/,
  needed: ['Top-ups in 24 hours'],
  fields: {
    'Top-ups in 24 hours': { value: '120', inputmode: 'decimal', autocomplete: 'off' },
    'Top-ups in 7 days': { value: '500', inputmode: 'decimal', autocomplete: 'off' },
  },
  call: '/api/me/limits',
};

const moneyForms: Form[] = [
  {
    name: 'Recharge, the amount',
    open: async (page) => void (await page.goto('/Recharge')),
    send: /^(Continue to|Opening)/,
    needed: ['Amount'],
    // The page has its own keypad.
    fields: { Amount: { value: '25', inputmode: 'none', autocomplete: 'off' } },
    call: '/api/me/top-ups',
  },
  {
    name: 'Closing the account',
    async open(page) {
      await page.goto('/MyData');
      await page.getByRole('button', { name: 'Close account' }).click();
    },
    send: /^(Yes, close for good|Closing)$/,
    next: 'Continue',
    needed: ['Finance password'],
    fields: { 'Finance password': { value: PIN, inputmode: 'numeric', type: 'password' } },
    goOn: (page) => page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click(),
    call: '/api/me/closure',
  },
  {
    name: 'Withdraw',
    open: async (page) => void (await page.goto('/Withdraw')),
    send: /^(Submit|Submitting|Send again)$/,
    next: 'Continue',
    needed: ['Amount'],
    fields: { Amount: { value: '25', inputmode: 'none', autocomplete: 'off' } },
    async goOn(page) {
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
      await isAskedFor(page, 'Finance password');
    },
    typeToSend: (page) => field(page, 'Finance password').pressSequentially(PIN),
    // The failure was not the finance password's.
    stays: (page) => expect(field(page, 'Finance password')).toHaveValue(PIN),
    call: '/api/me/withdrawals',
  },
];

test.use({ lineMayBreak: true, contextOptions: { reducedMotion: 'reduce' } });

test('every form of money keeps the same rules', async ({ page, club }) => {
  await joinClub(page, club);
  await giveName(page);
  await holdRules(page, [bindForm]);
  await bindAccount(page);
  await holdRules(page, [firstLimitForm]);
  await send(page, '/api/me/limits/prompted', {});
  await holdRules(page, moneyForms);
});

async function isAskedFor(page: Page, label: string): Promise<void> {
  await expect(field(page, label)).toHaveAccessibleDescription('Fill in this field.');
  await expect(field(page, label)).toBeFocused();
}
