import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { freshInvite, freshName, GOOD_PASSWORD, joinClub } from './members.ts';
import { field } from './pages/forms.ts';
import { PIN, REAL_NAME } from './pages/money-in.ts';

// One kind of form everywhere: the same rules, held against each form of names and passwords.

interface Form {
  name: string;
  open(page: Page): Promise<void>;
  /** The button that sends it, while it waits and by its name while it is under way. */
  send: RegExp;
  /** What must be given, by its label, in the order of the page; a form without such fields has none. */
  needed: string[];
  /** What goes into each field, by label, and what a keyboard and a password manager are told of it. */
  fields: Record<string, { value: string; autocomplete?: string; inputmode?: string; type?: string }>;
  /** What is ticked beside that. */
  choose?(page: Page): Promise<void>;
  /** From the filled form to the step that sends it, where that is another one. */
  goOn?(page: Page): Promise<void>;
  call: string;
}

const visitorForms = (inviteCode: string): Form[] => [
  {
    name: 'Login',
    open: async (page) => void (await page.goto('/Login')),
    send: /^(Sign in|Signing in)$/,
    needed: ['User name', 'Password'],
    fields: {
      'User name': { value: freshName(), autocomplete: 'username' },
      Password: { value: GOOD_PASSWORD, autocomplete: 'current-password', type: 'password' },
    },
    call: '/api/session',
  },
  {
    name: 'Register',
    open: async (page) => void (await page.goto('/Register')),
    send: /^(Join|Joining)$/,
    needed: ['User name', 'Password', 'Invite code', 'Date of birth'],
    fields: {
      'User name': { value: freshName(), autocomplete: 'username' },
      Password: { value: GOOD_PASSWORD, autocomplete: 'new-password', type: 'password' },
      'Invite code': { value: inviteCode, autocomplete: 'off' },
      'Date of birth': { value: '1990-04-12', autocomplete: 'bday', type: 'date' },
    },
    choose: (page) => page.getByRole('checkbox').check(),
    call: '/api/members',
  },
  {
    name: 'Recover',
    open: async (page) => void (await page.goto('/Recover')),
    send: /^(Set the new password|Setting it)$/,
    needed: ['User name', 'Recovery code', 'New password'],
    fields: {
      'User name': { value: freshName(), autocomplete: 'username' },
      'Recovery code': { value: 'aaaa-bbbb-cccc', autocomplete: 'one-time-code' },
      'New password': { value: GOOD_PASSWORD, autocomplete: 'new-password', type: 'password' },
    },
    call: '/api/recover',
  },
];

const newMemberForms: Form[] = [
  {
    name: 'Setname',
    open: async (page) => void (await page.goto('/Setname')),
    send: /^(Set this name|Setting it)$/,
    needed: ['Real name'],
    fields: { 'Real name': { value: REAL_NAME, autocomplete: 'name' } },
    goOn: (page) => page.getByRole('button', { name: 'Go on', exact: true }).click(),
    call: '/api/me/real-name',
  },
  {
    name: 'SetLoginPassword',
    open: async (page) => void (await page.goto('/SetLoginPassword')),
    send: /^(Change the password|Changing it)$/,
    needed: ['Password until now', 'New password', 'New password once more'],
    fields: {
      'Password until now': { value: GOOD_PASSWORD, autocomplete: 'current-password', type: 'password' },
      'New password': { value: 'seven kites above the marsh', autocomplete: 'new-password', type: 'password' },
      'New password once more': {
        value: 'seven kites above the marsh',
        autocomplete: 'new-password',
        type: 'password',
      },
    },
    call: '/api/me/login-password',
  },
  {
    name: 'SetPayPassword',
    open: async (page) => void (await page.goto('/SetPayPassword')),
    send: /^(Set it|Setting it)$/,
    needed: ['Finance password'],
    fields: { 'Finance password': { value: PIN, inputmode: 'numeric', type: 'password' } },
    // The fourth digit leads on to the second entry by itself.
    goOn: (page) => field(page, 'The same once more').fill(PIN),
    call: '/api/me/finance-password',
  },
];

test.use({ lineMayBreak: true });

test('every form of names and passwords keeps the same rules', async ({ page, club }) => {
  test.setTimeout(240_000);
  await holdAll(page, visitorForms(await freshInvite(club)));
  await joinClub(page, club);
  await holdAll(page, newMemberForms);
});

async function holdAll(page: Page, forms: Form[]): Promise<void> {
  for (const form of forms) await test.step(form.name, () => holdRules(page, form));
}

async function holdRules(page: Page, form: Form): Promise<void> {
  await form.open(page);
  if (form.needed.length > 0) await saysWhatIsMissing(page, form);
  for (const [label, { value, ...told }] of Object.entries(form.fields)) {
    const one = field(page, label);
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
    for (const [name, wanted] of Object.entries(told)) await expect(one).toHaveAttribute(name, wanted);
    expect([label, await takesPaste(one)]).toEqual([label, true]);
    await one.fill(value);
    if (told.autocomplete?.endsWith('-password')) await showsAndHides(one);
  }
  await form.choose?.(page);
  await form.goOn?.(page);
  await keepsAllAndSendsOnce(page, form);
}

/** Sent empty: each field says so in words that are read with it, and the first has the focus. */
async function saysWhatIsMissing(page: Page, form: Form): Promise<void> {
  const inside = page.getByRole('dialog').or(page.getByRole('main')).last();
  await expect(field(page, form.needed[0] ?? '')).toBeVisible();
  await inside.locator('button[type=submit]').click();
  for (const label of form.needed) {
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(/\w{2,}.*\./);
  }
  await expect(field(page, form.needed[0] ?? '')).toBeFocused();
}

function takesPaste(one: Locator): Promise<boolean> {
  return one.evaluate((input: HTMLInputElement) => {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    return input.dispatchEvent(event) && !input.readOnly;
  });
}

async function showsAndHides(password: Locator): Promise<void> {
  const key = password.locator('xpath=..').getByRole('button');
  await key.click();
  await expect(password).toHaveAttribute('type', 'text');
  await key.click();
  await expect(password).toHaveAttribute('type', 'password');
}

/** The server fails, then the line: words say so and what was typed stays; a double tap sends once. */
async function keepsAllAndSendsOnce(page: Page, form: Form): Promise<void> {
  let calls = 0;
  let answer: 'fails' | 'is cut' = 'fails';
  await page.route(`**${form.call}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    calls += 1;
    // Long enough for a second tap.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const problem = { type: 'about:blank', title: 'Internal', status: 500, code: 'internal' };
    if (answer === 'is cut') return route.abort();
    return route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  for (answer of ['fails', 'is cut'] as const) {
    const before = calls;
    const send = page.getByRole('button', { name: form.send }).last();
    await send.dblclick();
    await expect.poll(() => calls, { message: `${form.name} is sent` }).toBe(before + 1);
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /\w{3,}/ })
        .last(),
    ).toBeVisible();
    await expect(send).not.toHaveAttribute('aria-disabled', 'true');
    expect([form.name, answer, calls - before]).toEqual([form.name, answer, 1]);
    for (const [label, { value }] of Object.entries(form.fields)) {
      // What an earlier step holds is seen there.
      const one = field(page, label).first();
      if ((await one.count()) > 0) await expect(one).toHaveValue(value);
    }
  }
  await page.unroute(`**${form.call}`);
}
