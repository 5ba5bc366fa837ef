import type { Page } from '@playwright/test';
import { joinClub, type Member } from '../kit/members.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { beginThread, entriesOf, markReadBy, say, sendPicture, typeAs } from '../pages/desk.ts';
import { drawnPng } from '../pages/drawn-png.ts';

// Support at the console in a browser; the member uses the API.

const conversation = (page: Page) => page.getByRole('log', { name: 'Messages' });
const answerBox = (page: Page) => page.getByRole('textbox', { name: 'Reply to the member' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

async function openThread(page: Page, { userName }: Member): Promise<void> {
  // Only in the list: the page of a conversation links to its member by the same name.
  await page.getByRole('row').getByRole('link', { name: userName, exact: true }).click();
  await expect(heading(page, userName)).toBeVisible();
}

test('the longest wait comes first, messages arrive immediately both ways, and keys are enough', async ({
  page: member,
  club,
  staff,
}) => {
  const mira = await joinClub(member, club);
  const thread = await beginThread(member, 'My top-up is not there yet.');
  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Unanswered conversations: \d+$/ }).click();
  await expect(heading(sara, 'Conversations')).toBeVisible();
  const row = sara.getByRole('row').filter({ hasText: mira.userName });
  await expect(row).toContainText('My top-up is not there yet.');
  await expect(row).toContainText('Unanswered');
  await expectGoodConsole(sara, 'the list of conversations');

  // New messages appear in the list without a reload.
  await say(member, thread, 'It was paid an hour ago.');
  await expect(row).toContainText('It was paid an hour ago.');
  await sara.keyboard.press('j');
  await expect(sara.locator('[data-row-link]').first()).toBeFocused();
  await openThread(sara, mira);
  await expect(conversation(sara)).toContainText('My top-up is not there yet.');
  await sendPicture(member, thread, 'slip.png', await drawnPng(sara, { colour: 'firebrick', width: 320, height: 200 }));
  await expect(conversation(sara).getByRole('button', { name: 'Enlarge slip.webp' })).toBeVisible();
  await typeAs(member, thread);
  await expect(sara.getByText('The member is typing…')).toBeVisible();
  await expectGoodConsole(sara, 'a conversation');

  const olga = await staff('olga');
  await (await menuLink(olga, 'Conversations')).click();
  await openThread(olga, mira);
  await sara.keyboard.press('r');
  await expect(answerBox(sara)).toBeFocused();
  await sara.keyboard.type('We are looking at it now.');
  await expect(olga.getByText('sara is writing an answer…')).toBeVisible();
  await expect(sara.getByText('is writing an answer…')).toBeHidden();
  await olga.context().close();
  await sara.keyboard.press('Control+Enter');
  await expect(answerBox(sara)).toHaveValue('');
  await expect(conversation(sara)).toContainText('We are looking at it now.');
  await expect(conversation(sara)).toContainText('Unread');
  expect((await entriesOf(member, thread)).at(-1)).toMatchObject({ from: 'house', words: 'We are looking at it now.' });
  await markReadBy(member, thread, 4);
  await expect(conversation(sara)).toContainText('Read by the member');
  await say(member, thread, 'Thank you.');
  await expect(conversation(sara)).toContainText('Thank you.');

  await sara.getByRole('button', { name: 'Close conversation' }).click();
  await sara.getByRole('dialog').getByRole('button', { name: 'Close conversation' }).click();
  await expect(sara.getByText('This conversation is closed. A reply opens it again.')).toBeVisible();
  await sara.getByRole('link', { name: mira.userName }).click();
  await expect(heading(sara, mira.userName)).toBeVisible();
  // The page of the conversation has the same heading, and a link of the same name.
  await expect(sara.getByRole('tablist', { name: 'Sections' })).toBeVisible();
  await sara.getByRole('main').getByRole('link', { name: 'Conversations' }).click();
  await expect(sara.getByRole('row').filter({ hasText: mira.userName })).toContainText('Closed');
});

test.describe('texts that may not go to a member', () => {
  for (const [what, words, reason] of [
    ['an account', 'Pay to DE89 3704 0044 0532 0130 00 please.', /cannot contain (bank )?accounts/],
    ['a card', 'Your card is 4111 1111 1111 1111, is it not?', /card number/],
    ['a link to pay', 'Top up at https://pay.example/now please.', /internet addresses/],
    ['a bet', 'You should bet on big tonight.', /Staff never place or suggest a bet/],
  ] as const) {
    test(`${what}: refused with its rule beside the text, which stays`, async ({ page: member, club, staff }) => {
      const mira = await joinClub(member, club);
      const thread = await beginThread(member, 'How do I top up?');
      const sara = await staff('sara');
      await sara.goto(`/console/desk/${thread.memberId}~${thread.id}/show`);
      await expect(heading(sara, mira.userName)).toBeVisible();
      await answerBox(sara).fill(words);
      await send(sara).click();
      const refused = sara.getByRole('alert').filter({ hasText: 'Nothing was sent.' });
      await expect(refused).toContainText(reason);
      await expect(refused).toContainText('Your text is kept');
      await expect(answerBox(sara)).toHaveValue(words);
      // The draft survives looking something up.
      await sara.getByRole('link', { name: 'Conversations' }).first().click();
      await openThread(sara, mira);
      await expect(answerBox(sara)).toHaveValue(words);
      expect(await entriesOf(member, thread)).toHaveLength(1);
    });
  }
});

test('a saved reply is written in two languages, inserted in the member’s, and no longer offered once hidden', async ({
  page: member,
  club,
  staff,
}) => {
  const mira = await joinClub(member, club);
  const thread = await beginThread(member, 'Хэзээ ирэх вэ?');
  const sara = await staff('sara');
  await (await menuLink(sara, 'Saved replies')).click();
  await sara.getByRole('link', { name: 'New saved reply' }).click();
  await sara.getByRole('button', { name: 'Save' }).click();
  await expect(sara.getByText('Enter a name and a reply in at least one language.')).toBeVisible();
  const title = `Payout times ${mira.userName}`;
  await sara.getByLabel('Name').fill(title);
  await sara.getByLabel('Reply').fill('Write to us at pay.example/desk');
  await sara.getByRole('button', { name: 'Save' }).click();
  await expect(sara.getByText(/cannot contain bank accounts or internet addresses/)).toBeVisible();
  await sara.getByLabel('Reply').fill('Hello {name}, a payout usually takes five minutes.');
  await sara.getByLabel('Language').click();
  await sara.getByRole('option', { name: 'Монгол' }).click();
  await sara.getByLabel('Reply').fill('Олголт ихэвчлэн таван минут болдог.');
  await expectGoodConsole(sara, 'a saved reply');
  await sara.getByRole('button', { name: 'Save' }).click();
  await expect(sara.getByRole('row').filter({ hasText: title })).toContainText('Монгол');
  await expectGoodConsole(sara, 'the saved replies');

  await sara.goto(`/console/desk/${thread.memberId}~${thread.id}/show`);
  await expect(conversation(sara)).toContainText('Хэзээ ирэх вэ?');
  await expect(sara.getByRole('combobox', { name: 'Saved replies' })).toBeVisible();
  await sara.keyboard.press('c');
  await expect(sara.getByRole('combobox', { name: 'Saved replies' })).toBeFocused();
  // Found by its text, too.
  await sara.keyboard.type('five minutes');
  await expect(sara.getByRole('option', { name: title })).toBeVisible();
  await sara.getByRole('combobox', { name: 'Saved replies' }).fill(title);
  await sara.keyboard.press('Enter');
  const reply = `Hello ${mira.userName}, a payout usually takes five minutes.`;
  await expect(answerBox(sara)).toHaveValue(reply);
  await expect(answerBox(sara)).toBeFocused();

  // Enter in the box of saved replies never sends: closed, open, without a match, and with Ctrl.
  const replies = sara.getByRole('combobox', { name: 'Saved replies' });
  const before = (await entriesOf(member, thread)).length;
  await replies.focus();
  await sara.keyboard.press('Escape');
  for (const key of ['Enter', 'Control+Enter']) await sara.keyboard.press(key);
  await replies.fill('No such reply');
  for (const key of ['Enter', 'Control+Enter']) await sara.keyboard.press(key);
  await expect(answerBox(sara)).toHaveValue(reply);
  expect(await entriesOf(member, thread)).toHaveLength(before);
  await replies.fill('');
  await answerBox(sara).focus();
  await sara.keyboard.press('Control+Enter');
  await expect(conversation(sara)).toContainText(reply);

  await sara.goto('/console/canned');
  await sara.getByRole('link', { name: title }).click();
  await sara.getByLabel('Hide from the list of replies').check();
  await sara.getByRole('button', { name: 'Save' }).click();
  await expect(sara.getByRole('row').filter({ hasText: title })).toContainText('Hidden');
  await sara.goto(`/console/desk/${thread.memberId}~${thread.id}/show`);
  await expect(answerBox(sara)).toBeVisible();
  await expect(sara.getByRole('option', { name: title })).toHaveCount(0);
});

test('a conversation is taken, labelled, snoozed and handed over, and an outdated page takes nothing away', async ({
  page: member,
  club,
  staff,
}) => {
  const mira = await joinClub(member, club);
  const thread = await beginThread(member, 'When does my payout arrive?');
  const sara = await staff('sara');
  const olga = await staff('olga');
  await sara.goto('/console/desk');
  const inbox = sara.getByRole('tablist', { name: 'Inbox' });
  await inbox.getByRole('tab', { name: /^Unassigned [1-9]/ }).click();
  await expect(sara).toHaveURL(/unassigned/);
  await expectGoodConsole(sara, 'the inbox');
  for (const page of [sara, olga]) await page.goto(`/console/desk/${thread.memberId}~${thread.id}/show`);
  const handling = sara.getByRole('region', { name: 'Handling' });
  await expect(handling).toContainText('Nobody');
  await handling.getByRole('button', { name: 'Take' }).click();
  await expect(handling).toContainText('You');
  // The other page still shows that nobody has it.
  await olga.route('**/desk/*/assignment', async (route) => {
    const { to } = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ from: null, to }) });
  });
  await olga.getByRole('region', { name: 'Handling' }).getByRole('button', { name: 'Take' }).click();
  await expect(olga.getByText('This has already been done. Reload the page.')).toBeVisible();
  await expect(olga.getByRole('region', { name: 'Handling' })).toContainText('sara');

  const label = handling.getByRole('button', { name: 'Payout', exact: true });
  await label.click();
  await expect(label).toHaveAttribute('aria-pressed', 'true');
  await handling.getByRole('button', { name: 'Snooze' }).click();
  await sara.getByRole('menuitem', { name: 'For an hour' }).click();
  await expect(handling).toContainText(/Until .+, or until the member writes/);
  await expectGoodConsole(sara, 'a conversation with its handling');
  await sara.getByRole('link', { name: 'Conversations' }).first().click();
  await inbox.getByRole('tab', { name: /^Mine/ }).click();
  const row = sara.getByRole('row').filter({ hasText: mira.userName });
  await expect(row).toHaveCount(0);
  await inbox.getByRole('tab', { name: /^Snoozed/ }).click();
  await expect(row).toContainText('Payout');
  // The member's next message ends it.
  await say(member, thread, 'It is here now.');
  await inbox.getByRole('tab', { name: /^Mine/ }).click();
  await expect(row).toContainText('It is here now.');

  await openThread(sara, mira);
  await handling.getByRole('button', { name: 'Give to' }).click();
  await sara.getByRole('menuitem', { name: 'olga' }).click();
  await expect(handling).toContainText('olga');
  await sara.getByRole('button', { name: 'Show notes' }).click();
  await expect(sara.getByText('No notes about this member.')).toBeVisible();
  const shown = await (await member.request.get(`/api/me/desk/threads/${thread.id}`)).text();
  expect(shown).not.toMatch(/olga|sara|payout"/);
});

test('a reader of the desk changes nothing there', async ({ page: member, club, staff }) => {
  const mira = await joinClub(member, club);
  const thread = await beginThread(member, 'Who reads this?');
  const ada = await staff('ada');
  await ada.goto(`/console/desk/${thread.memberId}~${thread.id}/show`);
  await expect(heading(ada, mira.userName)).toBeVisible();
  await expect(ada.getByText('Your role can only read conversations. Support and owners answer them.')).toBeVisible();
  await expect(answerBox(ada)).toBeHidden();
  await expect(ada.getByRole('button', { name: 'Close conversation' })).toBeHidden();
  await ada.goto('/console/canned/create');
  await expect(heading(ada, 'Page not found')).toBeVisible();
  // Without an answer, the member does not see that the house has read it.
  const { houseRead } = await (await member.request.get(`/api/me/desk/threads/${thread.id}`)).json();
  expect(houseRead).toBe(0);
});
