import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading, signInAs } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { beginThread } from '../pages/desk.ts';

// Unsaved entries of the console's forms, which stay until they are saved or discarded.

const NOTE = 'Half a note about';

test('entries outlive the dialog, the page, a reload and the session, and end with saving or discarding', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  const { id } = await (await member.request.get('/api/me')).json();
  const sara = await staff('sara');
  const path = `/console/members/${id}/show?part=notes`;
  await sara.goto(path);
  await openNote(sara);
  await words(sara).fill(NOTE);
  await expectGoodConsole(sara, 'a note that is not saved');
  await sara.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await openNote(sara);
  await expect(words(sara)).toHaveValue(NOTE);

  await sara.goto('/console/members');
  await expect(heading(sara, 'Members')).toBeVisible();
  await sara.goto(path);
  await sara.reload();
  await openNote(sara);
  await expect(words(sara)).toHaveValue(NOTE);

  await sara.context().clearCookies();
  await sara.goto('/console');
  await signInAs(sara, club, 'sara');
  await sara.goto(path);
  await openNote(sara);
  await expect(words(sara)).toHaveValue(NOTE);

  await words(sara).fill(`${NOTE} the payout`);
  await sara.getByRole('dialog').getByRole('button', { name: 'Save note' }).click();
  await expect(sara.getByRole('dialog')).toBeHidden();
  await openNote(sara);
  await expect(words(sara)).toHaveValue('');
  await words(sara).fill('Another one');
  await sara.getByRole('dialog').getByRole('button', { name: 'Discard entries' }).click();
  await expect(words(sara)).toHaveValue('');
  await expect(sara.getByRole('dialog').getByRole('button', { name: 'Discard entries' })).toHaveCount(0);
  await sara.reload();
  await openNote(sara);
  await expect(words(sara)).toHaveValue('');
});

test('another person on the same computer sees none of them', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  const thread = await beginThread(member, 'Where is my payout?');
  const path = `/console/desk/${thread.memberId}~${thread.id}/show`;
  const page = await staff('sara');
  await page.goto(path);
  const answer = page.getByRole('textbox', { name: 'Reply to the member' });
  await answer.fill('Half an answer');
  await page.goto('/console/canned/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a title');
  await expect(page.getByText(/^Not saved yet/)).toBeVisible();

  await signOut(page, 'sara');
  await signInAs(page, club, 'olga');
  await page.goto(path);
  await expect(answer).toHaveValue('');
  await page.goto('/console/canned/create');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await expect(page.getByText(/^Not saved yet/)).toHaveCount(0);

  await signOut(page, 'olga');
  await signInAs(page, club, 'sara');
  await page.goto(path);
  await expect(answer).toHaveValue('Half an answer');
  await page.goto('/console/canned/create');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a title');
  await page.getByRole('button', { name: 'Discard entries' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
});

const words = (page: Page) => page.getByRole('dialog').getByRole('textbox');

async function openNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a note' }).click();
  await expect(words(page)).toBeVisible();
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(page, 'Staff console')).toBeVisible();
}
