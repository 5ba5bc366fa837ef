import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { addSigns } from '../kit/play-signs.ts';
import { expectGoodLook } from '../pages/look.ts';

// Signs of harm in a member's own play, under "Your play" in My data.

test('members read the signs in their own play, with the figures, and the ways to limits and help', async ({
  page,
  club,
}) => {
  const { userName } = await joinClub(page, club);
  await page.goto('/MyData');
  await expect(page.getByRole('heading', { name: 'Your play' })).toBeVisible();
  await addSigns(club, userName);
  await page.reload();
  await expect(page.getByText(/^You staked 4,200.*, 4\.2 times your usual week \(1,000/)).toBeVisible();
  await expect(
    page.getByText('You played for 10 hours in the last 7 days, 2.5 times your usual week (4 hours).'),
  ).toBeVisible();
  await expect(page.getByText(/^Nights with bets between 0:00 and 6:00 in the last 7 days: 3/)).toBeVisible();
  await expect(page.getByText('It changes no odds, limits or offers.', { exact: false })).toBeVisible();
  await expectGoodLook(page, 'signs in my data');
  await page.getByRole('link', { name: 'Signs of harm, and help' }).click();
  await expect(page).toHaveURL('/PlaySafe');
  await page.goBack();
  await page.getByRole('link', { name: 'Limits and time-outs' }).click();
  await expect(page).toHaveURL('/Limits');
});
