import type { Locator, Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading, passwordOf } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady, REAL_NAME } from '../pages/money-in.ts';
import { CONTACT, readAsVisitor, requestPassword, writeAsVisitor } from '../pages/visitors.ts';

// Support decides requests for a new password in a browser; visitors use the API.

const conversation = (page: Page) => page.getByRole('log', { name: 'Messages' });
const decision = (page: Page) => page.getByRole('region', { name: 'Your decision' });
const request = (page: Page) => page.getByRole('region', { name: 'Request for a new password' });
const replyBox = (page: Page) => page.getByRole('textbox', { name: 'Reply to the visitor' });
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });

/** The server's answer to an outdated identity proof. */
const TOO_OLD = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'step-up-needed', params: {} }),
};

test('support compares a request, asks the visitor, and approves it; an auditor only reads', async ({
  page: member,
  newPhone,
  club,
  staff,
}) => {
  const mira = await joinClub(member, club);
  await becomeReady(member);
  const visitor = await newPhone();
  const claims = { userName: mira.userName, realName: REAL_NAME, payeeDigits: '9999' };
  const key = await requestPassword(visitor, claims, 'I lost my phone and my codes.');

  const sara = await staff('sara');
  const link = sara.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Visitors', exact: true });
  await expect(link).toHaveAccessibleDescription(/Requests for a new password: [1-9]/);
  await sara.getByRole('link', { name: /^Requests for a new password: [1-9]/ }).click();
  await expect(heading(sara, 'Visitors')).toBeVisible();
  const row = sara.getByRole('row').filter({ hasText: key.number });
  for (const shown of ['New password', CONTACT, 'To decide', 'I lost my phone and my codes.'])
    await expect(row).toContainText(shown);
  await expectGoodConsole(sara, 'the list of visitors');

  await sara.getByRole('searchbox', { name: 'Number' }).fill(`${key.number.slice(0, 4)}-${key.number.slice(4)}`);
  await sara.getByRole('searchbox', { name: 'Number' }).press('Enter');
  await expect(sara.getByRole('row').filter({ hasText: CONTACT })).toHaveCount(1);
  await row.getByRole('link', { name: key.number }).click();
  await expect(heading(sara, `Visitor ${key.number}`)).toBeVisible();
  await expect(request(sara).getByText('Same', { exact: true })).toHaveCount(1);
  await expect(request(sara).getByText('Different', { exact: true })).toHaveCount(1);
  await expect(request(sara).getByRole('link', { name: mira.userName })).toBeVisible();
  await expect(sara.getByRole('region', { name: 'Member' })).toContainText('level 2');
  await expect(sara.getByRole('main')).not.toContainText(REAL_NAME);
  await expect(request(sara)).not.toContainText('3000');
  await expectGoodConsole(sara, 'a request for a new password');

  await replyBox(sara).fill('Pay to DE89 3704 0044 0532 0130 00 please.');
  await button(sara, 'Send').click();
  await expect(sara.getByRole('alert').filter({ hasText: 'Nothing was sent.' })).toBeVisible();
  await expect(replyBox(sara)).toHaveValue('Pay to DE89 3704 0044 0532 0130 00 please.');
  await replyBox(sara).fill('When did you join?');
  await replyBox(sara).press('Control+Enter');
  await expect(replyBox(sara)).toHaveValue('');
  await expect(conversation(sara)).toContainText('When did you join?');
  expect((await readAsVisitor(visitor, key)).entries.at(-1)).toMatchObject({
    from: 'house',
    text: 'When did you join?',
  });
  // The answer appears without a reload.
  await writeAsVisitor(visitor, key, 'Today.');
  await expect(conversation(sara)).toContainText('Today.');

  const ada = await staff('ada');
  await ada.goto(new URL(sara.url()).pathname);
  await expect(ada.getByText('Only support decides requests for a new password.')).toBeVisible();
  for (const name of ['Approve', 'Refuse', 'Close conversation']) await expect(button(ada, name)).toHaveCount(0);
  await expect(ada.getByText('Your role can only read conversations.')).toBeVisible();
  await expect(replyBox(ada)).toHaveCount(0);

  await button(decision(sara), 'Approve').click();
  const dialog = sara.getByRole('dialog', { name: 'Approve the request' });
  await expect(dialog).toContainText(/From .* on, the visitor can set a new password/);
  await expect(dialog).toContainText('the payee cannot be replaced for 7 days');
  await button(dialog, 'Approve').click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Knows the name and the day of joining');
  await sara.route('**/decide', (route) => route.fulfill(TOO_OLD), { times: 1 });
  await button(dialog, 'Approve').click();
  const proof = sara.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByLabel('Password').fill(passwordOf(club, 'sara'));
  await button(proof, 'Continue').click();
  await expect(dialog).toBeHidden();
  for (const shown of ['Approved', 'sara', 'Knows the name and the day of joining'])
    await expect(request(sara)).toContainText(shown);
  // An approval can be taken back until the password is set.
  await expect(button(decision(sara), 'Approve')).toHaveCount(0);
  await expect(button(decision(sara), 'Refuse')).toBeVisible();
  expect((await readAsVisitor(visitor, key)).recovery).toMatchObject({ state: 'approved' });

  await button(sara, 'Close conversation').click();
  await button(sara.getByRole('dialog'), 'Close conversation').click();
  await expect(sara.getByText('This conversation is closed. A reply opens it again.')).toBeVisible();

  // The audit log leads to the conversation.
  await ada.goto(`/console/audit?${new URLSearchParams({ filter: JSON.stringify({ act: 'recovery-approved' }) })}`);
  const act = ada.getByRole('row').filter({ hasText: 'Knows the name and the day of joining' });
  await expect(act).toContainText('Approved a request for a new password');
  await act.getByRole('link', { name: /^Visitor / }).click();
  await expect(heading(ada, `Visitor ${key.number}`)).toBeVisible();
});

test('a request without an account cannot be approved, only refused', async ({ newPhone, staff }) => {
  const visitor = await newPhone();
  const claims = { userName: `nobody-${crypto.randomUUID().slice(0, 8)}`, realName: REAL_NAME, payeeDigits: '' };
  const key = await requestPassword(visitor, claims, 'I cannot sign in.');
  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Visitors waiting for an answer: [1-9]/ }).click();
  await sara.getByRole('row').getByRole('link', { name: key.number }).click();
  await expect(request(sara)).toContainText('No account has this user name, so the request cannot be approved.');
  await expect(request(sara)).toContainText(claims.userName);
  await expect(button(decision(sara), 'Approve')).toHaveCount(0);
  await button(decision(sara), 'Refuse').click();
  const dialog = sara.getByRole('dialog', { name: 'Refuse the request' });
  await dialog.getByLabel('Reason').fill('No account of this name');
  await button(dialog, 'Refuse').click();
  await expect(dialog).toBeHidden();
  await expect(request(sara)).toContainText('Refused');
  expect((await readAsVisitor(visitor, key)).recovery).toMatchObject({ state: 'refused' });
});

test('a session that was used after the request is pointed out before the decision', async ({
  page: member,
  newPhone,
  club,
  staff,
}) => {
  const mira = await joinClub(member, club);
  const visitor = await newPhone();
  const claims = { userName: mira.userName, realName: '', payeeDigits: '' };
  const key = await requestPassword(visitor, claims, 'I forgot my password.');
  const sara = await staff('sara');
  // The last use is stored once an hour, so the answer is changed instead.
  await sara.route(/\/api\/console\/visitor-threads\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    const thread = await response.json();
    const account = { ...thread.recovery.account, seenSinceRequest: true, stoppedAtMs: Date.now() };
    await route.fulfill({ response, json: { ...thread, recovery: { ...thread.recovery, account } } });
  });
  await sara.goto('/console/visitors');
  await sara.getByRole('row').getByRole('link', { name: key.number }).click();
  await expect(request(sara).getByText('Not given', { exact: true })).toHaveCount(2);
  await expect(request(sara)).toContainText('A session of this account was used after the request.');
  await expect(request(sara)).toContainText('The member stopped a request for this account');
  await expect(button(decision(sara), 'Approve')).toBeVisible();
});
