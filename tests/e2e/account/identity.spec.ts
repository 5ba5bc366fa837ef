import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import { REAL_NAME } from '../pages/money-in.ts';
import { regionsOn } from '../spoken/written.ts';

// Identity check on the simulated provider's page.

/** The birth date that `joinClub` registers. */
const BIRTH_DATE = '1990-04-12';

async function toProvider(page: Page, way: string): Promise<void> {
  await page.getByRole('button', { name: way, exact: true }).click();
  await expect(page.getByText('no real check')).toBeVisible();
}

async function fillIn(page: Page, person: { name: string; birthDate: string; number: string }): Promise<void> {
  await field(page, 'Name on the document').fill(person.name);
  await page.getByLabel('Birth date').fill(person.birthDate);
  await field(page, 'Document number').fill(person.number);
}

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}

test('a document is shown: declined, of another person, looked at, and then the club knows who it is', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await page.goto('/identity');
  await expect(page.getByRole('heading', { name: 'Not needed here' })).toBeVisible();
  await expectGoodLook(page, '/Identity');

  await toProvider(page, 'Continue to the provider');
  await expectGoodLook(page, 'the page of the provider');
  await act(page, 'Approve');
  await expect(page.getByRole('alert')).toHaveText('Fill in name, birth date and document number.');
  await page.getByLabel('Reason of a “no”').selectOption('document-unreadable');
  await act(page, 'Decline');
  await expect(page).toHaveURL(/\/Identity$/);
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible();
  await expect(page.getByText('Try again in good light, with all four corners')).toBeVisible();
  await expectGoodLook(page, '/Identity, declined');

  await toProvider(page, 'Start again');
  await fillIn(page, { name: REAL_NAME, birthDate: '1991-04-12', number: 'PQ 1' });
  await act(page, 'Approve');
  await expect(page.getByText('does not match the one you registered with')).toBeVisible();

  await toProvider(page, 'Start again');
  await act(page, 'Leave without showing anything');
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible();
  await expectGoodLook(page, '/Identity, under way');
  await toProvider(page, 'Continue with the provider');
  await fillIn(page, { name: REAL_NAME.toUpperCase(), birthDate: BIRTH_DATE, number: 'PQ 2' });
  await act(page, 'Approve in 10 seconds');
  await expect(page.getByRole('heading', { name: 'In review' })).toBeVisible();
  await expectGoodLook(page, '/Identity, being looked at');
  await expect(page.getByRole('heading', { name: 'Identity verified' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(`Document of ${await regionsOn(page, 'MN')}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /provider|again/ })).toBeHidden();
  await expectGoodLook(page, '/Identity, known');
  // The account had no name and now has the document's.
  await page.goto('/Infomation');
  await expect(page.getByRole('link', { name: 'Real name' })).toContainText(REAL_NAME.toUpperCase());
  await expect(page.getByRole('link', { name: 'Identity' })).toBeHidden();
});

test('where the house asks for it, the way is shown before a top-up, and what fails says so', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  // The test club is for play, so replace its answer with that of a live house.
  await page.route('**/api/me/identity', async (route) => {
    if (route.request().method() === 'POST') {
      return route.fulfill({
        // Not the server's 503, which the browser would log as an error.
        status: 409,
        contentType: 'application/problem+json',
        json: { type: 'x', title: 'x', status: 409, code: 'identity-unavailable', params: {} },
      });
    }
    const answer = await route.fetch();
    const body = {
      ...(await answer.json()),
      asked: true,
      fault: 'identity-needed',
      ageMin: 18,
      countries: ['MN', 'KR'],
    };
    return route.fulfill({ response: answer, json: body });
  });
  await page.route('**/api/me/wallet', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const topUp = { ...body.topUp, open: false, reason: 'identity-needed' };
    return route.fulfill({ response: answer, json: { ...body, topUp } });
  });
  await page.goto('/Recharge');
  await expect(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Withdraw' })).toBeVisible();
  await expectGoodLook(page, '/Recharge, where the identity is asked for');
  await page.getByRole('link', { name: 'Identity' }).click();
  await expect(page.getByText(`Accepted documents: ${await regionsOn(page, 'MN', 'KR')}`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to the provider' }).click();
  await expect(page.getByRole('alert')).toHaveText(/are not available right now/);
  await expectGoodLook(page, '/Identity, where it is asked for, with a fault');
  await page.goto('/Infomation');
  await expect(page.getByRole('link', { name: 'Identity' })).toContainText('Not verified');
});
