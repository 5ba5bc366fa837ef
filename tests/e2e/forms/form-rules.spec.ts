import { test } from '../kit/fixtures.ts';
import { freshInvite, freshName, GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { type Form, holdRules } from '../pages/form-rules.ts';
import { acceptAll, field } from '../pages/forms.ts';
import { PIN, REAL_NAME } from '../pages/money-in.ts';

// The form rules for each form of names and passwords.

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
    choose: acceptAll,
    call: '/api/members',
  },
  {
    name: 'Recover',
    open: async (page) => void (await page.goto('/Recover')),
    send: /^(Set new password|Setting new password)$/,
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
    send: /^(Save name|Saving name)$/,
    next: 'Continue',
    needed: ['Real name'],
    fields: { 'Real name': { value: REAL_NAME, autocomplete: 'name' } },
    goOn: (page) => page.getByRole('button', { name: 'Continue', exact: true }).click(),
    call: '/api/me/real-name',
  },
  {
    name: 'RecoveryCodes',
    open: async (page) => void (await page.goto('/RecoveryCodes')),
    send: /^(Make new codes|Making new codes)$/,
    needed: ['Login password'],
    fields: {
      'Login password': { value: GOOD_PASSWORD, autocomplete: 'current-password', type: 'password' },
    },
    call: '/api/me/recovery-codes',
  },
  {
    name: 'SetLoginPassword',
    open: async (page) => void (await page.goto('/SetLoginPassword')),
    send: /^(Change password|Changing password)$/,
    needed: ['Current password', 'New password', 'Repeat new password'],
    fields: {
      'Current password': { value: GOOD_PASSWORD, autocomplete: 'current-password', type: 'password' },
      'New password': { value: 'seven kites above the marsh', autocomplete: 'new-password', type: 'password' },
      'Repeat new password': {
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
    send: /^(Save|Saving)$/,
    next: 'Continue',
    needed: ['Finance password'],
    fields: { 'Finance password': { value: PIN, inputmode: 'numeric', type: 'password' } },
    // The fourth digit moves on to the second entry.
    goOn: (page) => field(page, 'Repeat finance password').fill(PIN),
    call: '/api/me/finance-password',
  },
];

test.use({ lineMayBreak: true });

test('every form of names and passwords keeps the same rules', async ({ page, club }) => {
  await holdRules(page, visitorForms(await freshInvite(club)));
  await joinClub(page, club);
  await holdRules(page, newMemberForms);
});
