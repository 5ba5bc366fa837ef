import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { expectGoodLook } from '../pages/look.ts';
import { becomeReady } from '../pages/money-in.ts';

// The house's service messages, on the screens where members need them.

test('arrival times and help are written by an owner, read by others, and appear on Withdraw and Top up', async ({
  page: member,
  club,
  staff,
}) => {
  await joinClub(member, club);
  await becomeReady(member);
  const olga = await staff('olga');
  await olga.goto('/console/service');
  await olga.getByLabel('Hours').fill('9–17, Monday to Friday');
  await olga.getByLabel('Arrival time of withdrawals').fill('On workdays it is there within five minutes.');
  await olga.getByLabel('Payment help: title').fill('How do I pay?');
  await olga.getByLabel('Payment help: text').fill('By the sandbox card 4242.');
  await expectGoodConsole(olga, 'the service');
  await olga.getByRole('button', { name: 'Save' }).click();
  const form = olga.getByRole('dialog', { name: 'Save' });
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('New hours');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form).toBeHidden();
  await expect(olga.getByText(/^Version 1 from/)).toBeVisible();

  await member.goto('/Withdraw');
  await expect(member.getByText('On workdays it is there within five minutes.')).toBeVisible();
  await expectGoodLook(member, 'Withdraw with the house’s words');
  await member.goto('/Recharge');
  const text = member.getByText('By the sandbox card 4242.');
  await expect(text).toBeHidden();
  await member.getByText('How do I pay?').click();
  await expect(text).toBeVisible();
  await expectGoodLook(member, 'Top up with help');

  const finn = await staff('finn');
  await finn.goto('/console/service');
  await expect(heading(finn, 'Service')).toBeVisible();
  await expect(finn.getByLabel('Hours')).toBeDisabled();
  await expect(finn.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('the page for questions takes two people to change and one to take away', async ({ staff }) => {
  const olga = await staff('olga');
  await olga.goto('/console/service');
  const current = olga.getByRole('region', { name: 'Support page' });
  await expect(current.getByText('The app’s own support desk')).toBeVisible();
  await current.getByRole('button', { name: 'Propose support page' }).click();
  const form = olga.getByRole('dialog', { name: 'Propose support page' });
  await form.getByLabel('Address').fill('http://help.example');
  await form.getByLabel('Reason').fill('A desk of its own');
  await form.getByRole('button', { name: 'Propose page' }).click();
  await expect(form.getByText(/begins with https/)).toBeVisible();
  await form.getByLabel('Address').fill('https://help.example/desk');
  await expectGoodConsole(olga, 'a page for questions to be proposed');
  await form.getByRole('button', { name: 'Propose page' }).click();
  await expect(heading(olga, 'Proposals')).toBeVisible();
  await olga.getByRole('link', { name: 'Support page' }).first().click();
  await expect(olga.getByText('Another person must confirm it')).toBeVisible();
  await expect(olga.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
  const proposal = olga.url();

  const finn = await staff('finn');
  await finn.goto(proposal);
  await expect(finn.getByText('https://help.example/desk')).toBeVisible();
  await finn.getByRole('button', { name: 'Confirm' }).click();
  const decision = finn.getByRole('dialog', { name: 'Confirm proposal' });
  await decision.getByLabel('Reason').fill('I opened it and it is ours');
  await decision.getByRole('button', { name: 'Confirm' }).click();
  await expect(decision).toBeHidden();
  await expect(finn.getByText('I opened it and it is ours')).toBeVisible();
  await expectGoodConsole(finn, 'a page for questions that was confirmed');

  await olga.goto('/console/service');
  await expect(current.getByText('https://help.example/desk')).toBeVisible();
  await current.getByRole('button', { name: 'Remove page' }).click();
  const away = olga.getByRole('dialog', { name: 'Remove page' });
  await away.getByLabel('Reason').fill('It answers no more');
  await away.getByRole('button', { name: 'Remove page' }).click();
  await expect(away).toBeHidden();
  await expect(current.getByText('The app’s own support desk')).toBeVisible();
});
