import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// A second account of a self-excluded member, under the name as a bank prints it.

/** A birth date of these two members only. */
const BORN = '1963-11-29';

test('an account with nearly the name of an excluded member waits for a decision', async ({
  page,
  newPhone,
  club,
  staff,
}) => {
  const excluded = await joinClub(page, club, BORN);
  await post(page, '/api/me/real-name', { realName: 'Trần Thị Hồng Nhung' });
  await post(page, '/api/me/self-exclusion', { months: 6 });
  const again = await newPhone();
  const other = await joinClub(again, club, BORN);
  await post(again, '/api/me/real-name', { realName: 'TRAN NHUNG' });

  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Possible matches with excluded members/ }).click();
  await expect(sara.getByText('Trần Thị Hồng Nhung')).toBeVisible();
  await expect(sara.getByRole('link', { name: other.userName })).toBeVisible();
  await expect(sara.getByRole('link', { name: excluded.userName })).toBeVisible();
  await expectGoodConsole(sara, 'possible matches');
  await sara.getByRole('button', { name: 'Decide' }).click();
  const dialog = sara.getByRole('dialog', { name: 'Are both the same person?' });
  await dialog.getByLabel('Reason').fill('Two people, by their papers');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Fill in all required fields.')).toBeVisible();
  await dialog.getByLabel('Different people').check();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(sara.getByText('No accounts to check.')).toBeVisible();
  expect((await (await again.request.get('/api/me')).json()).restricted).toBe(false);
});

/** Sends a write as the page does. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const { origin } = new URL((await page.request.get('/api/health')).url());
  const { id } = await (await page.request.get('/api/me')).json();
  const answer = await page.request.post(path, { data, headers: { origin, 'tercet-caller': id } });
  if (!answer.ok()) throw new Error(`${path} refused: ${await answer.text()}`);
}
