import { joinClub } from '../kit/members.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { expectGoodLook } from '../pages/look.ts';

// Common questions: written at the console, read and searched before a conversation starts.

test('a common question is previewed, published, found by a visitor and a member, and hidden', async ({
  page,
  club,
  staff,
}) => {
  const cora = await staff('cora');
  await cora.goto('/console/common-questions');
  await expect(cora.getByRole('row').filter({ hasText: 'How do I check a draw?' })).toContainText('日本語');
  await expectGoodConsole(cora, 'the common questions');
  await cora.getByRole('link', { name: 'New common question' }).click();
  await cora.getByRole('button', { name: 'Preview' }).click();
  await expect(cora.getByText('For each language, write the question and its answer.')).toBeVisible();
  await cora.getByRole('textbox', { name: 'Question', exact: true }).fill('Can I bring a guest to the lake?');
  await cora.getByRole('textbox', { name: 'Answer', exact: true }).fill('Yes. Tell the host how many people come.');
  await cora.getByRole('button', { name: 'Preview' }).click();
  const check = cora.getByRole('dialog', { name: 'Check the answer' });
  await expect(check).toContainText('Tell the host how many people come.');
  await expectGoodConsole(cora, 'the preview of a common question');
  await check.getByRole('button', { name: 'Publish' }).click();
  const row = cora.getByRole('row').filter({ hasText: 'Can I bring a guest' });
  await expect(row).toContainText('Shown');

  await page.goto('/ServiceOnline');
  const search = page.getByRole('searchbox', { name: 'Search answers' });
  await search.fill('guest lake');
  const question = page.getByRole('listitem').filter({ hasText: 'Can I bring a guest to the lake?' });
  await question.getByText('Can I bring a guest to the lake?').click();
  await expect(question.getByText('Tell the host how many people come.')).toBeVisible();
  await expect(page.getByText('How do I check a draw?')).toBeHidden();
  await expectGoodLook(page, '/ServiceOnline with common questions');
  await search.fill('zzz');
  await expect(page.getByText('No answer matches. Write to us instead.')).toBeVisible();

  await joinClub(page, club);
  await page.goto('/ServicePage?new=1');
  await expect(page.getByRole('heading', { name: 'These answers may help' })).toBeVisible();
  await expect(page.getByText('What if I forget my password?')).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('I forgot my password');
  await expect(page.getByText('What if I forget my password?')).toBeVisible();
  await expectGoodLook(page, '/ServicePage with suggested answers');

  await row.getByRole('link').first().click();
  await cora.getByRole('checkbox', { name: 'Hide from members' }).or(cora.getByRole('switch')).first().check();
  await cora.getByRole('button', { name: 'Preview' }).click();
  await check.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Hidden');
  await page.goto('/ServiceOnline');
  await expect(page.getByText('How do I check a draw?')).toBeVisible();
  await expect(page.getByText('Can I bring a guest to the lake?')).toBeHidden();
});
