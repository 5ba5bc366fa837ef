import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { askForPayout, DESK, heading } from '../pages/console.ts';
import { expect, test } from '../pages/console-test.ts';
import { becomeReady, leaveProvider, startTopUp, topUpState } from '../pages/money-in.ts';

// The overview: figures that link to their rows, and lists exported as files.

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PARTS = ['Queues', 'Today', 'Liabilities and funds', 'Exposure in open periods', 'Draw times', 'Last 30 days'];
const SHOTS = process.env.TERCET_SHOTS;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('figures match the events, and each links to its rows', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  await becomeReady(member);
  await startTopUp(member, '50');
  await leaveProvider(member, 'Approve');
  await expect(topUpState(member)).toHaveText('Credited');
  await askForPayout(member, 600_000n);

  const finn = await staff('finn');
  await expect(heading(finn, 'Overview')).toBeVisible();
  for (const name of PARTS) await expect(part(finn, name)).toBeVisible();
  const waiting = part(finn, 'Queues').getByRole('link', { name: /^Withdrawals in review: [1-9]/ });
  await expect(waiting).toBeVisible();
  await expect(part(finn, 'Queues')).toContainText(/due in \d+ hours/);
  await expect(part(finn, 'Liabilities and funds')).toContainText('As reported at');
  await part(finn, 'Today').getByRole('link', { name: 'Top-ups: 50.00 credits' }).click();
  await expect(heading(finn, 'Top-up mismatches')).toBeVisible();
  await expect(finn.getByText(/^Ended: from /)).toBeVisible();
  await expect(finn.getByRole('row').filter({ hasText: '50.00 credits' })).toContainText('Credited');
  await finn.goBack();
  await part(finn, 'Today')
    .getByRole('link', { name: /^New members/ })
    .click();
  await expect(finn.getByText(/^Joined: from /)).toBeVisible();
  // An unknown member's address leads back.
  await finn.goto('/console/members/nobody/show');
  await expect(finn.getByText('Could not load this.')).toBeVisible();
  await finn.getByRole('link', { name: 'Back to the list (U)' }).click();
  await expect(heading(finn, 'Members')).toBeVisible();
  await finn.goto('/console/dashboard');
  await part(finn, 'Liabilities and funds')
    .getByRole('link', { name: /^Withdrawals in progress: 6,000.00 credits/ })
    .click();
  await expect(finn.getByRole('row').filter({ hasText: '6,000.00 credits' })).toBeVisible();
  await expect(finn.getByLabel('State')).toContainText('In progress');
  for (const [from, to] of [
    ['Draw times', /^Draws of dice-/],
    ['Exposure in open periods', /^Draws of dice-/],
    ['Liabilities and funds', 'Liabilities'],
    ['Today', /^Draws on /],
  ] as const) {
    await finn.goto('/console/dashboard');
    const link = from === 'Today' ? /^Stakes/ : from === 'Liabilities and funds' ? /^Owed to members/ : /./;
    await part(finn, from).getByRole('link', { name: link }).first().click();
    await expect(heading(finn, to)).toBeVisible();
    await expect(finn.getByRole('alert')).toBeHidden();
    await finn.getByRole('link', { name: 'Overview' }).first().click();
    await expect(heading(finn, 'Overview')).toBeVisible();
  }
  // The table behind the charts has every day, and its figures link to that day.
  await finn.getByText('Show as table').click();
  const today = new Date().toISOString().slice(0, 10);
  const days = finn.getByRole('table', { name: 'Last 30 days' });
  await expect(days.getByRole('row')).toHaveCount(31);
  await days.getByRole('link', { name: /Top-ups: 50.00 credits$/ }).click();
  await expect(finn).toHaveURL((url) => url.search.includes(encodeURIComponent(`"endedTo":"${today}"`)));
  await expect(finn.getByText(/^Ended: /)).toBeVisible();
});

test('a part that fails says so and the others stay; an outdated figure is marked', async ({ staff }) => {
  const page = await staff('olga');
  await page.route('**/api/console/dashboard', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), health: null, exposure: null } });
  });
  await page.goto('/console/dashboard');
  const failed = page.getByText('Could not load this section. The other sections are not affected.');
  await expect(failed).toHaveCount(2);
  await expect(part(page, 'Queues').getByRole('link').first()).toBeVisible();
  await page.unroute('**/api/console/dashboard');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(failed).toHaveCount(0);

  await page.clock.install();
  await page.reload();
  await expect(page.getByText(/^As of .*Refreshes automatically/)).toBeVisible();
  // The last part of the queues loads after the figures.
  await expect(part(page, 'Queues').getByRole('switch').first()).toBeVisible();
  const before = await part(page, 'Today').boundingBox();
  await page.route('**/api/console/dashboard', (route) => route.fulfill({ status: 429, json: { code: 'busy' } }));
  await page.clock.runFor(31_000);
  await expect(page.getByText(/^As of .*The latest refresh failed/)).toBeVisible();
  expect(await part(page, 'Today').boundingBox()).toEqual(before);
});

test('a filtered list is exported after a proof of presence; only permitted roles see the export', async ({
  staff,
}) => {
  const ada = await staff('ada');
  await ada.goto('/console/withdrawals?filter=%7B%22state%22%3A%22paid%22%7D');
  const [file] = await Promise.all([
    ada.waitForEvent('download'),
    ada.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('withdrawals.csv');
  const acts = await (await ada.request.get('/api/console/audit?limit=5')).json();
  expect(acts.items).toContainEqual(
    expect.objectContaining({
      act: 'exported',
      after: expect.objectContaining({ file: 'withdrawals.csv', filter: { state: 'paid' } }),
    }),
  );
});

test('support sees its own queues and no figures of the house', async ({ staff }) => {
  const sara = await staff('sara');
  await expect(heading(sara, 'Overview')).toBeVisible();
  await expect(part(sara, 'Queues').getByRole('link', { name: /^Unanswered conversations/ })).toBeVisible();
  await expect(part(sara, 'Queues').getByRole('link', { name: /^Withdrawals/ })).toHaveCount(0);
  await expect(part(sara, 'Today')).toBeHidden();
  await part(sara, 'Queues')
    .getByRole('link', { name: /^Questions about bets/ })
    .click();
  await expect(heading(sara, 'Questions about bets')).toBeVisible();
});

test('it can be read on a desk and on a phone, light and dark', async ({ staff }) => {
  const page = await staff('olga');
  const today = new Date().toISOString().slice(0, 10);
  const filter = (of: object) => `?${new URLSearchParams({ filter: JSON.stringify(of) })}`;
  const pages = {
    dashboard: '',
    'day-draws': filter({ day: today }),
    draws: filter({ lottery: 'dice-60' }),
    liabilities: '',
    withdrawals: filter({ state: 'paid', endedFrom: today }),
  };
  for (const [name, query] of Object.entries(pages)) {
    await page.goto(`/console/${name}${query}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
    if (name === 'dashboard') {
      // The charts load once they come into view.
      await page.getByRole('figure').first().scrollIntoViewIfNeeded();
      await expect(page.locator('.recharts-surface').first()).toBeVisible();
    }
    await expectGoodLook(page, name);
  }
});

/** Checks WCAG 2.2 AA and overflow. */
async function expectGoodLook(page: Page, name: string): Promise<void> {
  for (const size of [DESK, { width: 390, height: 844 }]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).withTags(RULES).analyze();
      const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      const path = `${SHOTS}/${name}-${size.width}-${colorScheme}.png`;
      if (SHOTS) await page.screenshot({ path, fullPage: true });
      expect
        .soft([...faults, ...(beyond > 1 ? [`${beyond} px too wide`] : [])], `${name} ${size.width} ${colorScheme}`)
        .toEqual([]);
    }
  }
  await page.setViewportSize(DESK);
}
