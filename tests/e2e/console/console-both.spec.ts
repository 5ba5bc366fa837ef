import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expect, test } from '../pages/console-test.ts';

// One conversation with a member on the phone and staff at the console, each in a browser.

test('both sides see each other’s messages immediately, typing and read marks included', async ({
  page: phone,
  club,
  staff,
}) => {
  const mira = await joinClub(phone, club);
  const own = phone.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
  const field = phone.getByRole('textbox', { name: 'Message' });
  const send = phone.getByRole('button', { name: 'Send' });
  await phone.goto('/ServicePage?new=1');
  await field.fill('Where do I see what I bought?');
  await send.click();
  await expect(own.first()).toContainText('Sent');

  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Unanswered conversations: \d+$/ }).click();
  await sara.getByRole('link', { name: mira.userName, exact: true }).click();
  await expect(heading(sara, mira.userName)).toBeVisible();
  const entries = sara.getByRole('log', { name: 'Messages' });
  await expect(entries).toContainText('Where do I see what I bought?');
  await expect(own.first()).toContainText('Read');

  const answer = sara.getByRole('textbox', { name: 'Reply to the member' });
  await answer.pressSequentially('Under Mine, in your statement.');
  await expect(phone.getByText('Support is typing …')).toBeVisible();
  await answer.press('Control+Enter');
  await expect(own.nth(1)).toContainText('Under Mine, in your statement.');
  await expect(entries).toContainText('Read by the member');

  await field.pressSequentially('Thank you');
  await expect(sara.getByText('The member is typing…')).toBeVisible();
  await send.click();
  await expect(entries).toContainText('Thank you');

  // A refused message stays in the editor, with the reason.
  await answer.fill('Send 100 to DE89 3704 0044 0532 0130 00 first.');
  await answer.press('Control+Enter');
  await expect(sara.getByText(/cannot contain (bank )?accounts/)).toBeVisible();
  await expect(answer).toHaveValue('Send 100 to DE89 3704 0044 0532 0130 00 first.');
  await expect(own).toHaveCount(3);
});
