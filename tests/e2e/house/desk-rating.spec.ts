import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import { staffOf } from '../pages/money-out.ts';

// A conversation from the note that it has arrived to its rating, and how it is found again.

async function begin(page: Page, words: string): Promise<void> {
  await page.goto('/ServicePage');
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(/\/ServicePage\?id=[0-9a-f-]{36}$/);
}

test('a message that arrived is acknowledged until it is answered, and a closed conversation is rated', async ({
  page,
  club,
  newPhone,
}) => {
  await joinClub(page, club);
  await page.goto('/ServiceOnline');
  await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
  // Nobody has measured anything yet.
  await expect(page.getByText('Usual time to a first answer')).toBeHidden();

  await begin(page, 'How do I change my name?');
  const got = page.getByRole('status').filter({ hasText: 'We got your message.' });
  await expect(got).toBeVisible();
  await expectGoodLook(page, 'a message that arrived');
  const { id: memberId } = await (await page.request.get('/api/me')).json();
  const id = new URL(page.url()).searchParams.get('id');
  const sara = await staffOf(club, await newPhone(), 'sara');
  const path = `/api/console/members/${memberId}/desk/${id}`;
  const answer = await sara.post(`${path}/answer`, { words: 'Write to us which one it should be.' });
  expect(answer.ok(), await answer.text()).toBe(true);
  await expect(page.getByText('Write to us which one it should be.')).toBeVisible();
  await expect(got).toBeHidden();

  const rating = page.getByRole('region', { name: 'How was this conversation?' });
  await expect(rating).toBeHidden();
  await page.getByRole('button', { name: 'Close conversation' }).click();
  await expect(rating.getByRole('button', { name: 'Send rating' })).toBeHidden();
  await rating.getByRole('radio', { name: '4 of 5 stars' }).check();
  await rating.getByRole('textbox', { name: 'Comment (optional)' }).fill('Quick');
  await expectGoodLook(page, 'a conversation to rate');
  await rating.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Thank you for your rating')).toBeVisible();
  expect((await (await sara.get(path)).json()).rating).toMatchObject({ stars: 4, words: 'Quick' });
});

test('a conversation is found by a part of a message', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/ServicePage');
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search conversations' })).toBeHidden();
  for (const words of ['Where is my top-up?', 'When does the ferry leave?']) await begin(page, words);
  await page.goto('/ServicePage');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('FERRY');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('When does the ferry leave?');
  await search.fill('lantern');
  await expect(page.getByText('No conversation contains “lantern”.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(2);
});
