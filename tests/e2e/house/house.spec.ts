import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { expectGoodLook } from '../pages/look.ts';
import { percentOn, regionsOn } from '../spoken/written.ts';

// The public house page, for a play-money house and a licensed one.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a visitor finds out who runs the club, at what odds and by which rules', async ({ page, club }) => {
  await page.goto('/Home');
  await page.getByRole('link', { name: 'Who runs this club, its odds and rules' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The house' })).toBeVisible();
  await expect(page.getByText('It has no licence to take money')).toBeVisible();
  await expect(page.getByText('People aged 18 or over')).toBeVisible();

  const { items } = (await (await fetch(`${club.address}/api/house/tables`)).json()) as {
    items: { name: string; table: { bets: { bet: string; rtp: { num: string; den: string } }[] } }[];
  };
  const minute = items.find(({ name }) => name === 'Minute');
  await page.getByText('Minute', { exact: true }).click();
  const table = page.getByRole('table', { name: /^Minute:/ });
  await expect(table.getByRole('row')).toHaveCount(21);
  const eleven = minute?.table.bets.find(({ bet }) => bet === 's11');
  const row = table.getByRole('row', { name: /^Sum 11/ });
  await expect(row).toContainText('27/216');
  await expect(row).toContainText(`${eleven?.rtp.num}/${eleven?.rtp.den}`);
  await expect(row).toContainText(await percentOn(page, 0.96, 2));
  const first = page.getByRole('listitem').filter({ hasText: 'first table' });
  await expect(first).toContainText(/In force|Upcoming/);
  await expectGoodLook(page, '/House with a table of odds');

  await expect(page.getByRole('heading', { name: 'Nobody picks a result' })).toBeVisible();
  await page.getByRole('link', { name: 'All tables in the book' }).click();
  await expect(page).toHaveURL(/\/Book\?tab=entries&type=table$/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('from period');
});

test('it is reached from Mine and from sign-in', async ({ page }) => {
  for (const [path, link] of [
    ['/Mine', 'The house'],
    ['/Login', 'Who runs this club'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(/\/House$/);
  }
});

test('a licensed house shows its licensor, and the independent complaints body', async ({ page }) => {
  await asLicensed(page);
  await page.goto('/House');
  await expect(page.getByText('Licensed', { exact: true })).toBeVisible();
  const authority = page.getByRole('link', { name: 'Example Gaming Authority' });
  await expect(authority).toHaveAttribute('href', 'https://authority.example/17');
  await expect(page.getByText('EX/2026/17')).toBeVisible();
  await expect(page.getByText(`From: ${await regionsOn(page, 'DE', 'ES')}`)).toBeVisible();
  await expect(page.getByText('Members’ money lies in a trust account of its own.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Example Ombudsman' })).toBeVisible();
  await expect(page.getByText('2 of 3 must have seen each seal in time')).toBeVisible();
  await expect(page.getByText('Lamplight Trust')).toBeVisible();
  await expectGoodLook(page, '/House of a licensed house');
  await page.goto('/Mine');
  await expect(page.getByText('Play credits — no cash value')).toBeHidden();
});

test('a house without tables says so', async ({ page }) => {
  await page.route('**/api/house/tables', (route) => route.fulfill({ json: { items: [] } }));
  await page.goto('/House');
  await expect(page.getByRole('heading', { name: 'No tables published yet' })).toBeVisible();
  await expectGoodLook(page, '/House without tables');
});

test.describe('without a connection', () => {
  test.use({ lineMayBreak: true });

  test('each part says that it could not be loaded, and loads when asked again', async ({ page }) => {
    let cut = true;
    let requestCount = 0;
    await page.route('**/api/house', async (route) => {
      requestCount += 1;
      await (cut ? route.abort() : route.continue());
    });
    await page.goto('/House');
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible({ timeout: 30_000 });
    await expectGoodLook(page, '/House, failed');
    // The book's status line also reads it, twice, some seconds after the start. After that only a tap does.
    await expect.poll(() => requestCount, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible();
    await page.route('**/api/house/*', (route) => route.abort());
    cut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('It has no licence to take money')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toHaveCount(3, { timeout: 30_000 });
    await expectGoodLook(page, '/House, parts failed');
    await page.unroute('**/api/house/*');
    for (const left of [2, 1, 0]) {
      await page.getByRole('button', { name: 'Try again' }).first().click();
      await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toHaveCount(left);
    }
    await expect(page.getByText('Current legal holds')).toBeVisible();
    await expect(page.getByText('Minute', { exact: true })).toBeVisible();
  });
});

/** Answers as a licensed house's server does, which server tests cover. */
async function asLicensed(page: Page): Promise<void> {
  const keys = ['w1.lamplight.example+11111111+AAAA', 'w2.observatory.example+2+B', 'w3.nara.example+3+C'];
  const operators = ['Lamplight Trust', 'Observatory of Ebro', 'Nara Watch Society'];
  await page.route('**/api/house', async (route) => {
    const house = await (await route.fetch()).json();
    const book = {
      ...house.book,
      witnesses: keys.map((vkey, index) => ({ vkey, url: 'https://w.example', operator: operators[index] })),
      policy: { quorum: 2, witnesses: keys },
    };
    const stated = {
      operator: {
        name: 'Club of Examples Ltd',
        address: '1 Example Street, Town',
        contact: 'mailto:club@club.example',
      },
      licence: { number: 'EX/2026/17', authority: 'Example Gaming Authority', link: 'https://authority.example/17' },
      funds: { text: 'Members’ money lies in a trust account of its own.', link: 'https://funds.example' },
      complaintBody: { name: 'Example Ombudsman', link: 'https://ombudsman.example' },
    };
    await route.fulfill({
      json: {
        ...house,
        ...stated,
        book,
        mode: 'live',
        countries: ['DE', 'ES'],
        ageMin: 21,
        currency: { code: 'EUR', exponent: 2 },
      },
    });
  });
}
