import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady } from '../pages/money-in.ts';

// A legal hold, entered by one of the staff and confirmed by another.

test('an order holds once a second person has confirmed it, and is lifted by one', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  const { id } = await (await member.request.get('/api/me')).json();
  const finn = await staff('finn');
  await finn.goto('/console/legal-holds');
  await finn.getByRole('textbox', { name: 'Member' }).fill('nobody-of-that-name');
  await finn.keyboard.press('Enter');
  await expect(finn.getByText('No member has this user name or id.')).toBeVisible();
  await finn.getByRole('textbox', { name: 'Member' }).fill(userName.toUpperCase());
  await finn.keyboard.press('Enter');
  await expect(finn.getByRole('region', { name: 'Member' }).getByRole('link', { name: userName })).toBeVisible();
  await expect(finn.getByText('This member has never had a legal hold.')).toBeVisible();
  await finn.getByRole('button', { name: 'Add legal hold' }).click();
  const form = finn.getByRole('dialog', { name: 'Add legal hold' });
  await form.getByLabel('Authority').fill('District Court');
  await form.getByLabel('Order reference').fill('DC 12/34');
  await form.getByLabel('Reason').fill('As ordered');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('This date is not allowed. Choose another one.')).toBeVisible();
  await form.getByLabel('Expires on').fill(new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10));
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form).toBeHidden();
  const order = finn.getByRole('region', { name: 'District Court, DC 12/34' });
  await expect(order).toContainText('Waiting for a second person');
  await order.getByRole('link', { name: /^Open/ }).click();
  await expect(finn.getByText(/^You entered this on .+ Next: another person of finance or an owner/)).toBeVisible();
  await expect(finn.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  await expect(finn.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const greta = await staff('greta');
  // The first page counts pending holds and links to them.
  await greta.getByRole('link', { name: /^Legal holds to confirm/ }).click();
  const seen = greta.getByRole('region', { name: 'District Court, DC 12/34' });
  await expect(seen.getByRole('link', { name: userName })).toHaveAttribute('href', new RegExp(id));
  await expectGoodConsole(greta, 'orders that wait');
  await seen.getByRole('link', { name: /^Open/ }).click();
  await greta.getByRole('button', { name: 'Confirm' }).click();
  const second = greta.getByRole('dialog', { name: 'Confirm legal hold' });
  for (const text of [userName, 'District Court', 'DC 12/34', 'finn entered this hold', 'As ordered']) {
    await expect(second).toContainText(text);
  }
  await expectGoodConsole(greta, 'confirming a legal hold');
  await second.getByLabel('Reason').fill('Compared with the paper');
  await second.getByRole('button', { name: 'Confirm' }).click();
  await expect(second).toBeHidden();
  await expect(greta.getByText('Active', { exact: true }).first()).toBeVisible();
  await expect(greta.getByText('The queue is empty.').or(greta.getByRole('link', { name: /^Next: / }))).toBeVisible();

  await greta.getByRole('button', { name: 'Lift' }).click();
  const last = greta.getByRole('dialog', { name: 'Lift legal hold' });
  await last.getByLabel('Reason').fill('The court has ended it');
  await last.getByRole('button', { name: 'Lift' }).click();
  await expect(last).toBeHidden();
  await expect(greta.getByText('Lifted', { exact: true }).first()).toBeVisible();
  await greta.keyboard.press('u');
  await expect(heading(greta, 'Legal holds')).toBeVisible();
  await greta.getByRole('textbox', { name: 'Member' }).fill(id);
  await greta.keyboard.press('Enter');
  await expect(seen).toContainText('Lifted');
});
