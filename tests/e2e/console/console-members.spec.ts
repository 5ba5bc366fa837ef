import type { Page } from '@playwright/test';
import type { Club } from '../kit/club.ts';
import { joinClub } from '../kit/members.ts';
import { heading, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady } from '../pages/money-in.ts';

// A member's page at the console. Each act needs a reason and sends the member a notice.

const WEEK_MS = 7 * 86_400_000;

/** A member with name, finance password and payout account. */
async function readyMember(member: Page, club: Club) {
  const { userName } = await joinClub(member, club);
  await becomeReady(member);
  const { id } = await (await member.request.get('/api/me')).json();
  return { userName, id: id as string };
}

async function openMember(page: Page, id: string, part?: string): Promise<void> {
  await page.goto(`/console/members/${id}/show${part === undefined ? '' : `?part=${part}`}`);
  await expect(page.getByRole('tablist', { name: 'Sections' })).toBeVisible();
}

test('a member is found by the beginning of their name, by their whole real name and by their id', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName, id } = await readyMember(member, club);
  const sara = await staff('sara');
  await (await menuLink(sara, 'Members')).click();
  const text = sara.getByLabel('Search text');
  await text.fill(userName.slice(0, 12).toUpperCase());
  await text.press('Enter');
  await expect(sara.getByRole('link', { name: userName })).toBeVisible();
  await expect(sara.getByText('1 in total')).toBeVisible();
  await text.fill(id);
  await text.press('Enter');
  await expect(sara.getByRole('link', { name: userName })).toBeVisible();
  await sara.getByLabel('Search by').click();
  await sara.getByRole('option', { name: 'Full real name' }).click();
  await text.fill('Nobody Atall');
  await text.press('Enter');
  await expect(sara.getByText('No members found.')).toBeVisible();
  await text.fill('mira bold');
  await text.press('Enter');
  await expect(sara.getByRole('link', { name: userName })).toBeVisible();
  // Roles without the export right see no button.
  await expect(sara.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await sara.getByLabel('State').click();
  await sara.getByRole('option', { name: 'Closed' }).click();
  await expect(sara.getByText('No members found.')).toBeVisible();
});

test('an address with an id opens its record, and an unknown id says so', async ({ page: member, club, staff }) => {
  const { userName, id } = await readyMember(member, club);
  const sara = await staff('sara');
  await sara.goto(`/console/members/${id}`);
  await expect(sara.getByRole('heading', { level: 1, name: userName })).toBeVisible();
  for (const address of ['/console/members/foo/bar', '/console/cities/foo']) {
    await sara.goto(address);
    await expect(sara.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  }
  await sara.goto('/console/members/01234567-89ab-7cde-8f01-23456789abcd');
  await expect(sara.getByRole('link', { name: userName })).toBeHidden();
  await expect(sara.getByRole('alert')).toBeVisible();
});

test('support suspends with a reason and a last day; finance closes, and the whole balance is paid out', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName, id } = await readyMember(member, club);
  const sara = await staff('sara');
  await openMember(sara, id);
  await expect(sara.getByText('10,000.00 credits').first()).toBeVisible();
  await sara.getByRole('button', { name: 'Suspend', exact: true }).click();
  const form = sara.getByRole('dialog', { name: `Suspend ${userName}` });
  await form.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason' }).fill('Two people use this account.');
  await form.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(form.getByText('The end must be in the future, after the start, and not too far ahead.')).toBeVisible();
  await form.getByLabel('Last day').fill(new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10));
  await form.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(sara.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(sara.getByRole('region', { name: 'Suspensions' })).toContainText('Two people use this account.');
  await expect(sara.getByRole('button', { name: 'Close account' })).toBeHidden();

  const finn = await staff('finn');
  await openMember(finn, id);
  await expect(finn.getByRole('button', { name: 'Lift suspension' })).toBeHidden();
  await finn.getByRole('button', { name: 'Close account' }).click();
  const last = finn.getByRole('dialog', { name: `Close the account of ${userName}` });
  await last.getByRole('textbox', { name: 'Reason' }).fill('They asked for it on the phone.');
  await last.getByRole('button', { name: 'Close account' }).click();
  await expect(last).toBeHidden();
  await expect(finn.getByText('Account closed. The whole balance is being paid out')).toBeVisible();
  await expect(finn.getByText('Closing', { exact: true })).toBeVisible();
  await finn.getByRole('link', { name: 'Withdrawals' }).last().click();
  await expect(heading(finn, 'Withdrawals')).toBeVisible();
  await expect(finn.getByRole('link', { name: '10,000.00 credits' })).toBeVisible();
  await expect(finn.getByText(/^Member .* only$/)).toBeVisible();
});

test('support enters the break that a member asked for, and nobody can end it', async ({
  page: member,
  club,
  staff,
}) => {
  // Without a name: an exclusion binds everybody of the same name and birth date.
  const { userName } = await joinClub(member, club);
  const { id } = await (await member.request.get('/api/me')).json();
  const sara = await staff('sara');
  await openMember(sara, id);
  await sara.getByRole('button', { name: 'Enter a break' }).click();
  const form = sara.getByRole('dialog', { name: `Enter a break for ${userName}` });
  await form.getByRole('textbox', { name: 'Reason' }).fill('Asked for it on the phone today.');
  await form.getByRole('button', { name: 'Enter a break' }).click();
  await expect(form.getByText('Fill in all required fields.')).toBeVisible();
  await form.getByLabel('Which break').click();
  await expect(sara.getByRole('option', { name: 'Time-out: 42 days' })).toBeVisible();
  await expect(sara.getByRole('option')).toHaveCount(9);
  await sara.getByRole('option', { name: 'Self-exclusion: at least 6 months' }).click();
  await expectGoodConsole(sara, 'a break that a member asked for');
  await form.getByRole('button', { name: 'Enter a break' }).click();
  await expect(form).toBeHidden();
  const limits = sara.getByRole('region', { name: 'Limits and breaks' });
  await expect(limits).toContainText('Self-excluded. The member may ask for its end from');
  await expect(limits.getByRole('button')).toHaveCount(0);
  await member.goto('/Home');
  await expect(member.getByRole('heading', { name: 'You have excluded yourself' })).toBeVisible();
  await member.goto('/Notice');
  await expect(member.getByText('Support entered the self-exclusion that you asked for.')).toBeVisible();
});

test('a suspension is lifted; the name is corrected, a payee allowed and a reset begun, and the member is told', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName, id } = await readyMember(member, club);
  const sara = await staff('sara');
  await openMember(sara, id);
  const act = async (button: string, title: string, fill: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await sara.getByRole('button', { name: button, exact: true }).click();
    const form = sara.getByRole('dialog', { name: title });
    await fill(form);
    await form.getByRole('textbox', { name: 'Reason' }).fill('Asked for on the phone');
    await form.getByRole('button', { name: button, exact: true }).click();
    await expect(form).toBeHidden();
  };
  const day = new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10);
  await act('Suspend', `Suspend ${userName}`, (form) => form.getByLabel('Last day').fill(day));
  await act('Lift suspension', `Lift the suspension of ${userName}`, async () => {});
  await expect(sara.getByText('Active', { exact: true })).toBeVisible();
  await act('Correct real name', `Correct the real name of ${userName}`, (form) =>
    form.getByRole('textbox', { name: 'Real name' }).fill('Mira Boldt'),
  );
  await expect(sara.getByRole('region', { name: 'Profile' })).toContainText('Mira Boldt');
  await act('Allow payee change', `Allow ${userName} to change the payee`, async () => {});
  await act('Reset finance password', `Reset the finance password of ${userName}`, async () => {});
  await expect(sara.getByRole('region', { name: 'Money' })).toContainText('The member can cancel it');
  await expect(sara.getByRole('button', { name: 'Reset finance password' })).toBeHidden();
  await expect(sara.getByRole('region', { name: 'Limits and breaks' }).getByRole('button')).toHaveCount(0);
  // Suspension ended the session, so read the notice at the console.
  const { items } = await (await sara.request.get(`/api/console/members/${id}/messages`)).json();
  const reported = items.map(({ kind }: { kind: string }) => kind);
  for (const kind of ['account-suspended', 'account-unsuspended', 'real-name-corrected', 'payee-permit']) {
    expect(reported).toContain(kind);
  }
});

test('the parts of the page: statement, messages, acts of staff, and notes that two of the staff write', async ({
  page: member,
  club,
  staff,
}) => {
  const { userName, id } = await readyMember(member, club);
  const sara = await staff('sara');
  await openMember(sara, id);
  await sara.getByRole('tab', { name: 'Statement' }).click();
  await expect(sara.getByRole('table', { name: 'Statement' })).toContainText('Starting credits');
  await sara.getByRole('tab', { name: 'Messages' }).click();
  await expect(sara.getByRole('table', { name: 'Messages' })).toContainText('Finance password set');
  await sara.getByRole('tab', { name: 'Notes' }).click();
  await expect(sara.getByText('No notes about this member.')).toBeVisible();
  await sara.getByRole('button', { name: 'Add a note' }).click();
  const form = sara.getByRole('dialog', { name: 'Add a note' });
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form.getByText('Fill in all required fields.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Note' }).fill('They called about their name.');
  await form.getByRole('button', { name: 'Save note' }).click();
  await expect(form).toBeHidden();

  const ada = await staff('ada');
  await openMember(ada, id, 'notes');
  await expect(ada.getByText('They called about their name.')).toBeVisible();
  await expect(ada.getByText(/^sara · /)).toBeVisible();
  for (const name of ['Add a note', 'Suspend', 'Correct real name']) {
    await expect(ada.getByRole('button', { name })).toBeHidden();
  }
  await ada.getByRole('tab', { name: 'Staff actions' }).click();
  await expect(ada.getByRole('table', { name: 'Staff actions' })).toContainText('Wrote a note');
  await expect(ada.getByRole('table', { name: 'Staff actions' })).toContainText('sara');
  // Other screens link to the member's page.
  await ada.goto(`/console/legal-holds?member=${id}`);
  await ada.getByRole('region', { name: 'Member' }).getByRole('link', { name: userName }).click();
  await expect(heading(ada, userName)).toBeVisible();
});

test('members pass the visual checks on every screen, light and dark', async ({ page: member, club, staff }) => {
  const { id } = await readyMember(member, club);
  const sara = await staff('sara');
  await sara.goto('/console/members');
  await expect(sara.getByRole('table', { name: 'Members' })).toBeVisible();
  await expectGoodConsole(sara, 'members');
  for (const part of ['overview', 'statement', 'messages', 'acts', 'notes']) {
    await openMember(sara, id, part);
    await expect(sara.getByRole('status', { name: 'Loading' })).toBeHidden();
    await expectGoodConsole(sara, `member-${part}`);
  }
  await sara.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(sara.getByRole('dialog')).toBeVisible();
  await expectGoodConsole(sara, 'member-suspend');
});
