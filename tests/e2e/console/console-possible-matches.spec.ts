import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
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
  const row = sara.getByRole('row').filter({ hasText: other.userName });
  await expect(row).toContainText('Trần Thị Hồng Nhung');
  await expect(row.getByRole('link', { name: excluded.userName })).toBeVisible();
  await expectGoodConsole(sara, 'possible matches');
  await row.getByRole('link', { name: other.userName }).click();
  await expect(heading(sara, `${other.userName} and ${excluded.userName}`)).toBeVisible();
  await expect(sara.getByText('TRAN NHUNG').first()).toBeVisible();
  await expect(sara.getByText('Trần Thị Hồng Nhung')).toBeVisible();
  await expectGoodConsole(sara, 'a possible match');
  await sara.getByRole('button', { name: 'Different people' }).click();
  const dialog = sara.getByRole('dialog', { name: 'Different people' });
  await dialog.getByLabel('Reason').fill('Two people, by their papers');
  await dialog.getByRole('button', { name: 'Different people' }).click();
  await expect(sara.getByText('The queue is empty. Nothing else waits for you.')).toBeVisible();
  await sara.getByRole('link', { name: 'Back to the list' }).click();
  await expect(sara.getByText('No accounts to check.')).toBeVisible();
  await chooseState(sara, 'Decided');
  await sara.getByRole('row').filter({ hasText: other.userName }).getByRole('link', { name: other.userName }).click();
  await expect(sara.getByText('sara · ')).toBeVisible();
  await expect(sara.getByRole('button', { name: 'Different people' })).toBeHidden();
  expect((await (await again.request.get('/api/me')).json()).restricted).toBe(false);
});

async function chooseState(page: Page, state: string): Promise<void> {
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: state }).click();
}

/** Sends a write as the page does. */
async function post(page: Page, path: string, data: object): Promise<void> {
  const { origin } = new URL((await page.request.get('/api/health')).url());
  const { id } = await (await page.request.get('/api/me')).json();
  const answer = await page.request.post(path, { data, headers: { origin, 'tercet-caller': id } });
  if (!answer.ok()) throw new Error(`${path} refused: ${await answer.text()}`);
}
