import { expect, test } from '../kit/fixtures.ts';
import { freshName, GOOD_PASSWORD, joinClub } from '../kit/members.ts';
import { acceptAll, expectFault, field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';

// A member's own invites: created, shared, used once, revoked. They bring no reward.

test('a code is made, its link is followed, and its maker sees who joined', async ({
  page,
  club,
  newPhone,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await joinClub(page, club);
  await page.goto('/Mine');
  await page.getByRole('link', { name: 'Invites' }).click();
  await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible();
  await expect(page.getByText('Inviting brings no payment or reward')).toBeVisible();
  await expectGoodLook(page, '/Invite, empty');

  await page.getByRole('button', { name: 'Create code' }).click();
  const made = page.getByRole('list', { name: 'Your codes' }).getByRole('listitem');
  await expect(made).toHaveCount(1);
  await expect(made).toContainText('Open');
  await expect(made).toContainText('Valid until');
  const [code = ''] = /TERC-\w{4}-\w{4}/.exec(await made.innerText()) ?? [];
  expect(code).not.toBe('');
  await expectGoodLook(page, '/Invite with an open code');
  await made.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${club.address}/Register?invite=${code}`);

  const friend = await newPhone(club.address);
  await friend.goto(link);
  await expect(field(friend, 'Invite code')).toHaveValue(code);
  const name = freshName();
  await field(friend, 'User name').fill(name);
  await field(friend, 'Password').fill(GOOD_PASSWORD);
  await field(friend, 'Date of birth').fill('1990-04-12');
  await acceptAll(friend);
  await friend.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(friend.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();

  await page.reload();
  await expect(made).toContainText(`${name} joined with it on`);
  await expect(made).not.toContainText(code);
  await expectGoodLook(page, '/Invite with a used code');

  const second = await newPhone(club.address);
  await second.goto(link);
  await field(second, 'User name').fill(freshName());
  await field(second, 'Password').fill(GOOD_PASSWORD);
  await field(second, 'Date of birth').fill('1990-04-12');
  await acceptAll(second);
  await second.getByRole('button', { name: 'Join', exact: true }).click();
  await expectFault(field(second, 'Invite code'), 'This code is wrong, used or expired. Ask for a new one.');
});

test('three codes are all, also by double taps, and a code that was taken back still counts', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/Invite');
  const calls = await watchCalls(page, 'POST', '/api/me/invites');
  const made = page.getByRole('list', { name: 'Your codes' }).getByRole('listitem');
  calls.hold();
  await page.getByRole('button', { name: 'Create code' }).dblclick();
  calls.release();
  await expect(made).toHaveCount(1);
  expect(calls.count()).toBe(1);
  for (const count of [2, 3]) {
    await page.getByRole('button', { name: 'Create code' }).click();
    await expect(made).toHaveCount(count);
  }
  await expect(
    page.getByText('You have created 3 codes within 30 days. You can create the next one from'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create code' })).toBeHidden();

  await made.first().getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke this code?' });
  await expect(dialog).toContainText('It still counts towards your codes for these 30 days.');
  await expectGoodLook(page, 'a code to take back');
  await dialog.getByRole('button', { name: 'Keep code' }).click();
  await expect(made.first()).toContainText('Open');
  await made.first().getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(made.first()).toContainText('Revoked');
  await expect(made.first().getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create code' })).toBeHidden();
  await expectGoodLook(page, '/Invite with all codes made');
});

test.describe('without a connection', () => {
  test.use({ lineMayBreak: true });

  test('the list says that it could not be loaded, and a code whose answer is lost is made once', async ({
    page,
    club,
  }) => {
    await joinClub(page, club);
    await page.route('**/api/me/invites**', (route) => route.abort());
    await page.goto('/Invite');
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible({ timeout: 30_000 });
    await expectGoodLook(page, '/Invite, failed');
    await page.unroute('**/api/me/invites**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No codes yet' })).toBeVisible();

    await page.route('**/api/me/invites', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    const make = page.getByRole('button', { name: 'Create code' });
    await make.click();
    await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible();
    await page.unroute('**/api/me/invites');
    await make.click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Your codes' }).getByRole('listitem')).toHaveCount(1);
  });
});
