import { filled } from '../kit/filled.ts';
import { freshName, GOOD_PASSWORD } from '../kit/members.ts';
import { heading, openDesk, signInAs } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Invites: created in bulk, codes shown once, revoked while unused.

test('codes are shown once and admit one person each; the list shows who joined, and the rest is revoked', async ({
  page: guest,
  browser,
  club,
  complaints,
  staff,
}) => {
  const cora = await openDesk(browser, club, complaints);
  await cora.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(cora, club, 'cora');
  await cora.goto('/console/invites');
  await cora.getByRole('button', { name: 'Create invites' }).click();
  const form = cora.getByRole('dialog', { name: 'Create invites' });
  await form.getByLabel('Purpose').fill('The spring fair');
  await form.getByLabel('Number of invites').fill('201');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByLabel('Number of invites')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Number of invites').fill('3');
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = cora.getByRole('dialog', { name: '3 codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(3);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  expect(new Set(codes).size).toBe(3);
  await shown.getByRole('button', { name: 'Copy all' }).click();
  await expect(shown.getByText('Copied')).toBeVisible();
  expect(await cora.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  // A stray key must not close the dialog.
  await cora.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await expectGoodConsole(cora, 'codes');
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await expect(shown).toBeHidden();

  const { version } = await (await guest.request.get('/api/agreement')).json();
  const userName = freshName();
  const answer = await guest.request.post('/api/members', {
    data: {
      userName,
      password: GOOD_PASSWORD,
      birthDate: '1990-04-12',
      agreementVersion: version,
      accepted: ['terms', 'rules', 'privacy'],
      inviteCode: codes[0],
    },
    headers: { origin: club.address },
  });
  expect(answer.status(), await answer.text()).toBe(201);

  await cora.getByRole('link', { name: 'The spring fair' }).first().click();
  await expect(heading(cora, 'The spring fair')).toBeVisible();
  const first = cora.getByRole('row').filter({ hasText: 'Invite 1' });
  await expect(first).toContainText('Used');
  await expect(first).toContainText(userName);
  await expect(first.getByRole('button')).toHaveCount(0);
  for (const code of filled(codes)) await expect(cora.getByText(code)).toHaveCount(0);
  await expectGoodConsole(cora, 'a batch of invites');

  await cora.getByRole('button', { name: 'Revoke invite 2' }).click();
  const back = cora.getByRole('dialog', { name: 'Revoke invite 2' });
  await back.getByRole('button', { name: 'Revoke' }).click();
  await expect(back.getByText('Enter a reason.')).toBeVisible();
  await back.getByLabel('Reason').fill('Sent to the wrong list');
  await back.getByRole('button', { name: 'Revoke' }).click();
  await expect(back).toBeHidden();
  await expect(cora.getByRole('row').filter({ hasText: 'Invite 2' })).toContainText('Revoked');
  await expect(cora.getByRole('row').filter({ hasText: 'Invite 3' })).toContainText('Unused');

  const ada = await staff('ada');
  await ada.goto(new URL(cora.url()).pathname);
  await expect(ada.getByRole('row').filter({ hasText: 'Invite 1' })).toContainText(userName);
  await expect(ada.getByRole('button', { name: /Revoke/ })).toHaveCount(0);
});
