import type { Locator, Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';

// Notices of the house to all members, written at the console.

const DAY_MS = 86_400_000;

test('a notice in two languages is seen as members will read it, published, read by one, and withdrawn', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await cora.goto('/console/notices');
  await cora.getByRole('link', { name: 'New notice' }).click();
  await cora.getByRole('button', { name: 'Check and publish' }).click();
  await expect(cora.getByText('Fill in all required fields.')).toBeVisible();

  await cora.getByLabel('Title').fill('The desk is closed on Friday');
  // Enter in a field of a form publishes nothing, and does not even open the preview.
  for (const key of ['Enter', 'Control+Enter']) await cora.getByLabel('Title').press(key);
  await expect(cora.getByRole('dialog')).toHaveCount(0);
  await cora.getByLabel('Text').fill('Withdrawals go out as ever.');
  const preview = cora.getByRole('region', { name: 'Member preview' });
  await expect(preview.getByText('Withdrawals go out as ever.')).toBeVisible();
  await expect(cora.getByText('Missing languages')).toBeHidden();
  await chooseLanguage(cora, 'العربية');
  await expect(preview).toContainText('There is no text in العربية. Its readers see English.');
  await cora.getByLabel('Title').fill('المكتب مغلق يوم الجمعة');
  await expect(preview.locator('[lang="ar"][dir="rtl"]').first()).toContainText('المكتب مغلق يوم الجمعة');
  await expectGoodConsole(cora, 'a notice that is written');

  await cora.getByLabel('Until').fill(localMinute(Date.now() - DAY_MS));
  const publishing = await check(cora);
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(
    publishing.getByText('The end must be in the future, after the start, and not too far ahead.'),
  ).toBeVisible();
  await publishing.getByRole('button', { name: 'Cancel' }).click();
  await cora.getByLabel('Until').fill(localMinute(Date.now() + DAY_MS));
  await check(cora);
  // The dialog shows the notice in both languages.
  await expect(publishing.getByRole('region', { name: 'English' })).toContainText('Withdrawals go out as ever.');
  await expect(publishing.locator('[lang="ar"][dir="rtl"]').first()).toContainText('المكتب مغلق يوم الجمعة');
  await expectGoodConsole(cora, 'a notice before it is published');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(heading(cora, 'The desk is closed on Friday')).toBeVisible();
  await expect(cora.getByText('Shown now')).toBeVisible();
  await expectGoodConsole(cora, 'a notice that is published');

  await member.goto('/Home');
  await expect(member.getByText('The desk is closed on Friday')).toBeVisible();
  expect(await noticeIn(member, 'ar')).toBe('المكتب مغلق يوم الجمعة');

  await cora.getByRole('button', { name: 'Correct', exact: true }).click();
  await cora.getByLabel('Text').fill('Withdrawals go out on Friday too.');
  await expectGoodConsole(cora, 'a notice that is corrected');
  await cora.getByRole('button', { name: 'Check the correction' }).click();
  const correction = cora.getByRole('dialog', { name: 'Correct the notice' });
  await expect(correction.getByRole('region', { name: 'English' })).toContainText('Withdrawals go out on Friday too.');
  await correction.getByRole('button', { name: 'Publish correction' }).click();
  await expect(correction).toBeHidden();
  await expect(cora.getByText(/· Edited /)).toBeVisible();
  await member.reload();
  const line = member.getByRole('link', { name: /The desk is closed on Friday/ });
  await expect(line).toContainText('Edited');
  await line.click();
  const notice = member.getByRole('listitem').filter({ hasText: 'The desk is closed on Friday' });
  await expect(notice).toContainText('Withdrawals go out on Friday too.');
  await expect(notice).toContainText(/· Edited /);
  await member.goto('/Home');

  await withdraw(cora);
  await expect(cora.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  await member.reload();
  await expect(member.getByRole('main')).toContainText('Play credits are free');
  await expect(member.getByText('The desk is closed on Friday')).toBeHidden();
});

test('a planned notice is not visible yet, and can be rescheduled; an auditor only reads', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const cora = await staff('cora');
  await cora.goto('/console/notices/create');
  await cora.getByLabel('Title').fill('From tomorrow on');
  await cora.getByLabel('From', { exact: true }).fill(localMinute(Date.now() + DAY_MS));
  await (await check(cora)).getByRole('button', { name: 'Publish' }).click();
  await expect(heading(cora, 'From tomorrow on')).toBeVisible();
  await expect(cora.getByText('Scheduled')).toBeVisible();
  expect(await noticeIn(member, 'en')).not.toBe('From tomorrow on');

  const ada = await staff('ada');
  await ada.goto(new URL(cora.url()).pathname);
  await expect(ada.getByText('Scheduled')).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Withdraw' })).toBeHidden();
  await ada.goto('/console/notices');
  await expect(ada.getByRole('row').filter({ hasText: 'From tomorrow on' })).toContainText('Scheduled');
  await expect(ada.getByRole('link', { name: 'New notice' })).toBeHidden();
  await expectGoodConsole(ada, 'the list of notices');

  await cora.getByRole('button', { name: 'Change times' }).click();
  const form = cora.getByRole('dialog', { name: 'Change times' });
  await form.getByLabel('From', { exact: true }).fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(cora.getByText('Shown now')).toBeVisible();
  expect(await noticeIn(member, 'en')).toBe('From tomorrow on');
  await withdraw(cora);
});

/** Opens the preview that publishing asks to confirm. */
async function check(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Check and publish' }).click();
  return page.getByRole('dialog', { name: 'Publish to all members?' });
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const form = page.getByRole('dialog', { name: 'Withdraw' });
  await form.getByRole('button', { name: 'Withdraw' }).click();
  await expect(form).toBeHidden();
}

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.getByLabel('Language').click();
  await page.getByRole('option', { name }).click();
}

/** The newest notice's title in a language. */
async function noticeIn(member: Page, language: string): Promise<unknown> {
  const answer = await member.request.get('/api/notices', { headers: { 'accept-language': language } });
  return (await answer.json()).items[0]?.words?.title;
}

/** Format of the datetime field; the journeys' browsers use UTC. */
function localMinute(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}
