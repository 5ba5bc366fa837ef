import type { Locator, Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectFault, field, watchCalls } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { staffOf } from '../pages/money-out.ts';

// A complaint about a bet, made from its record with the proof attached. The answer appears in the same place.

const WORDS = 'The seal does not seem to hold my bet. Please look.';

/** Opens the newest bet in the history. */
async function openBet(page: Page): Promise<Locator> {
  await page.goto('/GameRecord');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /Pending|Won|Lost/ })
    .first()
    .click();
  await expect(page.getByRole('link', { name: 'Check this bet step by step' })).toBeVisible();
  return page.getByRole('dialog', { name: 'Question about this bet' });
}

async function answerFirst(page: Page, club: Club, desk: Page, words: string): Promise<void> {
  const { items } = await (await page.request.get('/api/me/complaints')).json();
  const { id: memberId } = await (await page.request.get('/api/me')).json();
  const sara = await staffOf(club, desk, 'sara');
  const path = `/api/console/members/${memberId}/complaints/${items[0].id}/answer`;
  expect((await sara.post(path, { words })).status()).toBe(200);
}

test('a bet is questioned, added to, answered, and questioned once more', async ({ page, club, newPhone }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.chooseBet(page, 'Even', '5.00');
  await table.placeSlip(page);
  const question = await openBet(page);
  await page.getByRole('button', { name: 'Question this bet' }).click();
  await expect(question).toContainText('answers within 7 days');
  await expect(question).toContainText('A question changes nothing about the bet or your money.');
  const words = field(page, 'What seems wrong?');
  const send = question.getByRole('button', { name: 'Send question' });
  await send.click();
  await expectFault(words, 'Fill in this field.');
  await words.fill('too short');
  await send.click();
  await expectFault(words, 'Enter 10 to 2000 characters.');
  await expectGoodLook(page, 'a question with a fault');

  // The text survives closing the sheet.
  await words.fill(WORDS);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Question this bet' }).click();
  await expect(words).toHaveValue(WORDS);
  const calls = await watchCalls(page, 'POST', '/api/me/complaints');
  calls.hold();
  await send.dblclick();
  calls.release();
  await expect(question).toContainText('Answer by');
  expect(calls.count()).toBe(1);
  await expect(question.getByRole('listitem')).toContainText(WORDS);
  await expectGoodLook(page, 'an open question');

  await question.getByRole('button', { name: 'Add' }).click();
  await field(page, 'Add to your question').fill('It was the period before the last one.');
  await question.getByRole('button', { name: 'Add' }).click();
  await expect(question.getByRole('listitem')).toHaveCount(2);

  const answer = 'We looked: the bet is in the seal, and the draw holds.';
  await answerFirst(page, club, await newPhone(), answer);
  await expect(question.getByRole('listitem')).toHaveCount(3, { timeout: DRAW_MS_MAX });
  await expect(question).toContainText(answer);
  await expectGoodLook(page, 'an answered question');
  await question.getByRole('button', { name: 'Ask again' }).click();
  await field(page, 'Add to your question').fill('The seal that I saw had another root.');
  await question.getByRole('button', { name: 'Ask again' }).click();
  await expect(question.getByRole('listitem')).toHaveCount(1);
  await expect(question).toContainText('Answer by');
});

test('questions are found from the list of bets and from the message about the answer', async ({
  page,
  club,
  newPhone,
}) => {
  await joinClub(page, club);
  await page.goto('/GameRecord');
  const list = page.getByRole('dialog', { name: 'Questions about your bets' });
  await page.getByRole('button', { name: 'Questions about your bets' }).click();
  await expect(list.getByRole('heading', { name: 'No questions yet' })).toBeVisible();
  await expectGoodLook(page, 'no questions');

  await table.openTable(page);
  await table.chooseBet(page, 'Odd', '5.00');
  await table.placeSlip(page);
  const question = await openBet(page);
  await page.getByRole('button', { name: 'Question this bet' }).click();
  await field(page, 'What seems wrong?').fill(WORDS);
  await question.getByRole('button', { name: 'Send question' }).click();
  await expect(question).toContainText('Answer by');

  await page.goto('/GameRecord');
  await page.getByRole('button', { name: 'Questions about your bets' }).click();
  await expect(list.getByRole('listitem')).toContainText('Open');
  await expectGoodLook(page, 'questions about bets');
  await list.getByRole('listitem').getByRole('button').click();
  await expect(page.getByRole('button', { name: /^Your question about this bet/ })).toBeVisible();

  await answerFirst(page, club, await newPhone(), 'We looked: the draw holds.');
  await page.goto('/Notice');
  await page.getByRole('button', { name: /^Your question about bet .* has been answered/ }).click();
  await page.getByRole('button', { name: /^The answer about this bet/ }).click();
  await expect(question).toContainText('We looked: the draw holds.');
  await page.goto('/Notice?tab=staff');
  await expect(page.getByText('Answered your question about a bet')).toBeVisible();
});

test('the level and the check score are explained behind a tap', async ({ page, club }) => {
  await joinClub(page, club);
  await page.goto('/Mine');
  await page.getByRole('button', { name: 'Level 1' }).click();
  const level = page.getByRole('dialog', { name: 'About levels' });
  await expect(level.getByRole('listitem').first()).toContainText('Your level');
  await expect(level).toContainText('It never depends on what you stake, win or lose.');
  await expectGoodLook(page, 'what the level means');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Checked on this phone/ }).click();
  await expect(page.getByRole('dialog', { name: 'Checked on this phone' })).toContainText('from your receipt');
  await expectGoodLook(page, 'what the check score means');
});
