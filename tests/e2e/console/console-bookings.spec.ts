import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { heading } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { hostOf, profileOf } from '../pages/guide.ts';
import { expectGoodLook } from '../pages/look.ts';

// A member and the concierge agree on a booking; both see each state.

const card = (page: Page) => page.getByRole('region', { name: 'Booking' });

/** Fills the form on a profile and sends it. */
async function requestBooking(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: `Book ${name}` });
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await sheet.getByRole('button', { name: 'Send request' }).click();
  await expect(sheet.getByRole('alert').first()).toBeVisible();
  await sheet.getByLabel('Time').fill('18:00');
  await sheet.getByRole('textbox', { name: 'Note (optional)' }).fill('Two of us, by the river.');
  await expectGoodLook(page, 'a booking request');
  await sheet.getByRole('button', { name: 'Send request' }).click();
  await expect(page).toHaveURL(/\/ServicePage\?id=/);
  await expect(card(page)).toContainText(name);
  await expect(card(page)).toContainText('Requested');
}

test('a request is proposed another time, agreed and done, and both sides see each state', async ({
  page: member,
  club,
  staff,
}) => {
  const host = await hostOf(club, 'Temur');
  const mira = await joinClub(member, club);
  await member.goto(profileOf(host, 'Temur'));
  await requestBooking(member, 'Temur');
  await expect(member.getByText('Two of us, by the river.')).toBeVisible();
  await expectGoodLook(member, 'a conversation about a booking');

  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Unanswered conversations: \d+$/ }).click();
  await sara.getByRole('row').getByRole('link', { name: mira.userName, exact: true }).click();
  await expect(heading(sara, mira.userName)).toBeVisible();
  await expect(sara.getByText('Two of us, by the river.').first()).toBeVisible();
  await expectGoodConsole(sara, 'a conversation about a booking');
  await sara.getByRole('button', { name: 'Propose a time' }).click();
  const dialog = sara.getByRole('dialog', { name: 'Propose a time' });
  await dialog.getByLabel('Time').fill('19:30');
  await dialog.getByRole('textbox', { name: 'Note to the member (optional)' }).fill('The river walk is lit by then.');
  await dialog.getByRole('button', { name: 'Propose a time' }).click();
  await expect(dialog).toBeHidden();

  // The member's open page shows it without a reload.
  await expect(card(member)).toContainText('The river walk is lit by then.');
  await expectGoodLook(member, 'a proposal');
  await card(member).getByRole('button', { name: 'Accept' }).click();
  await expect(card(member)).toContainText('Both sides have agreed.');

  await expect(sara.getByText('Agreed', { exact: true })).toBeVisible();
  await sara.getByRole('button', { name: 'Mark as done' }).click();
  await sara.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
  await expect(card(member)).toContainText('This booking is done.');
  await member.goto('/Notice?tab=messages');
  await expect(member.getByText('Your booking is marked as done.')).toBeVisible();
});

test('the concierge decides on bookings one after the other, on a page of their own', async ({
  page: first,
  newPhone,
  club,
  staff,
}) => {
  const host = await hostOf(club, 'Temur');
  const mira = await joinClub(first, club);
  await first.goto(profileOf(host, 'Temur'));
  await requestBooking(first, 'Temur');
  const second = await newPhone();
  const otto = await joinClub(second, club);
  await second.goto(profileOf(host, 'Temur'));
  await requestBooking(second, 'Temur');

  const sara = await staff('sara');
  await sara.getByRole('link', { name: /^Bookings without an answer: \d+$/ }).click();
  await expect(heading(sara, 'Bookings')).toBeVisible();
  await sara.getByRole('searchbox', { name: 'Search hosts' }).fill('temur');
  await sara.getByRole('searchbox', { name: 'Search hosts' }).press('Enter');
  const rows = sara.getByRole('row').filter({ hasText: 'Temur' });
  await expect(rows.filter({ hasText: mira.userName })).toHaveCount(1);
  await expectGoodConsole(sara, 'bookings');
  await sara.getByRole('button', { name: 'Filters' }).click();
  await sara.getByRole('textbox', { name: 'Member' }).fill(mira.userName);
  await sara.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: 'Temur' }).click();

  await expect(heading(sara, 'Sports partner: Temur')).toBeVisible();
  await expect(sara.getByText(`${mira.userName} asks for Temur in Darkhan on`)).toBeVisible();
  await expect(sara.getByRole('log')).toContainText('Two of us, by the river.');
  await expectGoodConsole(sara, 'a booking');
  await sara.getByRole('button', { name: 'Agree as requested' }).click();
  await sara.getByRole('dialog').getByRole('button', { name: 'Agree as requested' }).click();
  await expect(sara.getByText(`${mira.userName} and Temur have agreed to meet`)).toBeVisible();
  await expect(sara.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(card(first)).toContainText('Both sides have agreed.');
  await sara.getByRole('link', { name: new RegExp(`^Next: Temur, ${otto.userName},`) }).click();

  await expect(sara.getByText(`${otto.userName} asks for Temur`)).toBeVisible();
  await sara.getByRole('button', { name: 'Decline request' }).click();
  const dialog = sara.getByRole('dialog', { name: 'Decline request' });
  await dialog.getByLabel('Reason for the member').fill('Temur is away that week.');
  await dialog.getByRole('button', { name: 'Decline request' }).click();
  await expect(sara.getByText('The queue is empty. Nothing else waits for you.')).toBeVisible();
  await expectGoodConsole(sara, 'a declined booking');
  await expect(card(second)).toContainText('Temur is away that week.');
});

test('an auditor reads bookings and finds no choices', async ({ page, club, staff }) => {
  const host = await hostOf(club, 'Temur');
  const mira = await joinClub(page, club);
  await page.goto(profileOf(host, 'Temur'));
  await requestBooking(page, 'Temur');
  const auditor = await staff('ada');
  await auditor.goto('/console/bookings');
  await auditor.getByRole('row').filter({ hasText: mira.userName }).getByRole('link', { name: 'Temur' }).click();
  await expect(auditor.getByText('You can read bookings. Support and owners act on them.')).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Agree as requested' })).toBeHidden();
});

test('a member cancels a request, and keeps favourites in a list of their own', async ({ page, club }) => {
  const host = await hostOf(club, 'Temur');
  await joinClub(page, club);
  await page.goto(profileOf(host, 'Temur'));
  await page.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  await requestBooking(page, 'Temur');
  await card(page).getByRole('button', { name: 'Cancel request' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End request' }).click();
  await expect(card(page)).toContainText('You ended this request.');

  await page.goto('/MyHosts');
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Declined');
  await expectGoodLook(page, '/MyHosts');
  await page.getByRole('button', { name: 'Favourites', exact: true }).click();
  await expect(page).toHaveURL(/tab=favourites/);
  await expect(page.getByRole('link', { name: /Temur/ })).toBeVisible();
  await page.goto(`/List?id=${host.cityId}&favourites=1`);
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(1);
});

test('a host takes a day off by the private link, and a request for it names the next day', async ({
  page,
  newPhone,
  club,
}) => {
  const host = await hostOf(club, 'Bolor');
  const own = await newPhone(club.address);
  await own.goto(`/Host#${host.token}`);
  await own.getByRole('button', { name: 'Sunday' }).click();
  await own.getByRole('button', { name: 'Saturday' }).click();
  await expectGoodLook(own, 'the days of a host');
  await own.getByRole('button', { name: 'Save days' }).click();
  await expect(own.getByText('Your days are saved')).toBeVisible();

  await joinClub(page, club);
  await page.goto(profileOf(host, 'Bolor'));
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Book Bolor' });
  const day = sheet.getByLabel('Day', { exact: true });
  await day.fill(nextSunday(await day.inputValue()));
  await expect(sheet.getByText('Bolor is not available on this day.')).toBeVisible();
  await expectGoodLook(page, 'a day off');
  await sheet.getByRole('button', { name: /^Next available day:/ }).click();
  await expect(sheet.getByText('Bolor is not available on this day.')).toBeHidden();
  expect(new Date(`${await day.inputValue()}T00:00:00Z`).getUTCDay()).toBe(1);
});

/** The first Sunday after a day. */
function nextSunday(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 7 - at.getUTCDay());
  return at.toISOString().slice(0, 10);
}
