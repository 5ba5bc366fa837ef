import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { expectGoodLook } from '../pages/look.ts';

// Two people stop betting on a table by order of an authority. Members read it on Home, at the table and in the book.

/** A table that no other journey plays. */
const TABLE = 'dice-180';

interface Stop {
  untilMs: number | null;
}

test('a stop by two people is announced to members with its order, and ended by two', async ({
  club,
  staff,
  newPhone,
}) => {
  const olga = await staff('olga');
  await (await menuLink(olga, 'Stops')).click();
  await expect(olga.getByText('Nothing is stopped.')).toBeVisible();
  await olga.getByRole('button', { name: 'Stop betting' }).click();
  const form = olga.getByRole('dialog', { name: 'Stop betting' });
  const phone = await newPhone();
  const { name } = await (await phone.request.get(`/api/lotteries/${TABLE}`)).json();
  await choose(olga, 'What', name);
  await expect(form.getByText(/^If confirmed now, periods that open from/)).toBeVisible();
  await choose(olga, 'Reason', 'Order of an authority');
  await form.getByLabel('Authority').fill('Gambling authority');
  await form.getByLabel('Reference').fill('GA-2026/17');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Their letter of today');
  await expectGoodConsole(olga, 'a new stop');
  await form.getByRole('button', { name: 'Propose the stop' }).click();
  await expect(olga.getByText(/^You proposed this on/)).toBeVisible();

  const finn = await staff('finn');
  await finn.goto('/console/proposals');
  await finn.getByRole('link', { name: `Stop of betting: table/${TABLE}` }).click();
  await expect(finn.getByText('GA-2026/17')).toBeVisible();
  await confirm(finn);

  await joinClub(phone, club);
  await expect.poll(async () => stopOf(phone)).not.toBeNull();
  await phone.goto('/Home');
  const note = phone.getByRole('status').filter({ hasText: 'GA-2026/17' });
  await expect(note).toContainText(`${name}`);
  await expect(note).toContainText('Ordered by Gambling authority, reference GA-2026/17');
  await expect(note).toContainText('Withdrawals go on as always.');
  await expectGoodLook(phone, 'Home with a stop');
  await note.getByRole('link', { name: 'View in the book' }).click();
  await expect(phone.getByRole('button', { name: `Stop: table/${TABLE}` })).toContainText('Gambling authority');
  await phone.goto(`/Lottery?key=${TABLE}`);
  await expect(phone.getByRole('status').filter({ hasText: 'GA-2026/17' })).toBeVisible();
  await expectGoodLook(phone, 'a table with a stop');

  await olga.goto('/console/stops');
  await expect(olga.getByText('In force or announced')).toBeVisible();
  await expectGoodConsole(olga, 'the stops');
  await olga.getByRole('button', { name: 'End the stop' }).click();
  const ending = olga.getByRole('dialog', { name: /^End the stop/ });
  await ending.getByLabel('Reason').fill('The order was lifted');
  await ending.getByRole('button', { name: 'Propose the end' }).click();
  await expect(olga.getByText(/^You proposed this on/)).toBeVisible();
  await finn.goto('/console/proposals');
  await finn.getByRole('link', { name: `Stop of betting: table/${TABLE}` }).click();
  await confirm(finn);
  // Its end is announced, or it ends before it begins.
  await expect
    .poll(async () => {
      const stop = await stopOf(phone);
      return stop === null || stop.untilMs !== null;
    })
    .toBe(true);
});

async function stopOf(page: Page): Promise<Stop | null> {
  return (await (await page.request.get(`/api/lotteries/${TABLE}`)).json()).stop;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}\\b`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm' }).click();
  const form = page.getByRole('dialog', { name: 'Confirm proposal' });
  await form.getByLabel('Reason').fill('Compared with the letter');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toBeHidden();
}
