import { joinClub } from '../kit/members.ts';
import { addSigns } from '../kit/play-signs.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { expectGoodLook } from '../pages/look.ts';

// A case of a member at risk: from its signs to a limit that the member accepts, and to a follow-up.

const NOTE = 'We spoke about the stakes of last week. A lower limit helps.';

test('staff suggest a stricter limit, the member accepts it, and the case waits for its follow-up', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  await addSigns(club, userName);

  const sara = await staff('sara');
  await (await menuLink(sara, 'Members at risk')).click();
  await expectGoodConsole(sara, 'the cases of members at risk');
  await sara.getByRole('link', { name: userName, exact: true }).first().click();
  await expect(heading(sara, `Case of ${userName}`)).toBeVisible();
  await expect(sara.getByText(/^Staked 4,200.* in 7 days\. Usual week: 1,000/).first()).toBeVisible();
  await sara.getByRole('combobox', { name: 'What you did' }).click();
  await sara.getByRole('option', { name: 'Suggest a stricter limit' }).click();
  await sara.getByRole('combobox', { name: 'Which limit' }).click();
  await sara.getByRole('option', { name: 'Stakes in 24 hours' }).click();
  await sara.getByRole('textbox', { name: 'Limit', exact: true }).fill('50');
  await sara.getByRole('combobox', { name: 'Outcome' }).click();
  await sara.getByRole('option', { name: 'We talked' }).click();
  await sara.getByRole('combobox', { name: 'Follow up' }).click();
  await sara.getByRole('option', { name: 'In 7 days' }).click();
  await sara.getByRole('textbox', { name: 'Note' }).fill(NOTE);
  await expectGoodConsole(sara, 'a case with a step');
  await sara.getByRole('button', { name: 'Save step' }).click();
  await expect(sara.getByText(NOTE)).toBeVisible();
  await expect(sara.getByText('Follow-up later')).toBeVisible();
  await expect(sara.getByText(/Waits for the member/)).toBeVisible();

  await member.goto('/Notice');
  await member.getByRole('button', { name: /^Support suggests a stricter limit/ }).click();
  await expect(member).toHaveURL('/MyData');
  await expect(member.getByText(/^Stakes in 24 hours: 50/)).toBeVisible();
  await expectGoodLook(member, 'a suggested limit');
  await member.getByRole('button', { name: 'Accept limit' }).click();
  await expect(member.getByText('Your limit is set.')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Accept limit' })).toHaveCount(0);
  const { limits } = await (await member.request.get('/api/me/limits')).json();
  expect(limits.find(({ kind }: { kind: string }) => kind === 'stake-day')).toMatchObject({ value: '5000' });

  await sara.reload();
  await expect(sara.getByText(/· Accepted$/)).toBeVisible();
  await sara.goto('/console/risk-cases?filter={"state":"later"}');
  await expect(sara.getByRole('row').filter({ hasText: userName })).toBeVisible();
});

test('staff enter a stricter limit that a member asked for, and no looser one', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName } = await joinClub(member, club);
  const { id } = await (await member.request.get('/api/me')).json();
  const sara = await staff('sara');
  await sara.goto(`/console/members/${id}/show`);
  await expect(sara.getByText(userName).first()).toBeVisible();
  for (const [amount, outcome] of [
    ['70', 'The limit applies. The member was notified'],
    ['90', 'The member’s limit is already this strict, or stricter.'],
  ] as const) {
    await sara.getByRole('button', { name: 'Enter a stricter limit' }).click();
    const dialog = sara.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Which limit' }).click();
    await sara.getByRole('option', { name: 'Loss in 7 days' }).click();
    await dialog.getByRole('textbox', { name: 'Limit', exact: true }).fill(amount);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for it on the phone today');
    await dialog.getByRole('button', { name: 'Enter a stricter limit' }).click();
    await expect(sara.getByText(outcome)).toBeVisible();
  }
  await member.goto('/Notice');
  await expect(member.getByText(/^Support entered a stricter limit that you asked for\./)).toHaveCount(1);
});
