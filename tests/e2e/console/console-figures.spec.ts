import type { Page } from '@playwright/test';
import { DRAW_MS_MAX } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { heading, menu, menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import * as table from '../pages/lottery-table.ts';

// The page of figures: they move when a bet is drawn, and each leads to its rows.

const part = (page: Page, name: RegExp) => page.getByRole('region', { name }).first();

/** Settled slips of the last days. */
async function slips(page: Page): Promise<number> {
  const text = await part(page, /^Return to player/).innerText();
  return Number(/Settled slips: ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}

test('figures move after a bet is drawn, and lead to their rows', async ({ page: member, club, staff }) => {
  await joinClub(member, club);
  const finn = await staff('finn');
  await (await menuLink(finn, 'Figures')).click();
  await expect(heading(finn, 'Figures')).toBeVisible();
  await expect(finn.getByText(/^As of .* Days are UTC/)).toBeVisible();
  const before = await slips(finn);
  await table.openTable(member);
  await table.chooseBet(member, 'Odd', '5.00');
  await table.placeSlip(member);
  await expect
    .poll(
      async () => {
        await finn.reload();
        await expect(heading(finn, 'Figures')).toBeVisible();
        return slips(finn);
      },
      { timeout: DRAW_MS_MAX + 15_000, intervals: [3_000] },
    )
    .toBeGreaterThan(before);

  // Today leads to the draws of today, with this bet among them.
  await part(finn, /^Today so far/)
    .getByRole('link', { name: /^Stakes, .*: [\d,.]+ credits$/ })
    .first()
    .click();
  await expect(heading(finn, /^Draws on /)).toBeVisible();
  await expect(finn.getByRole('row').nth(1)).toContainText('credits');
  await finn.goBack();

  // The total leads to its days, and a day to its draws.
  await finn.getByRole('button', { name: '30 days' }).click();
  await expect(finn.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  await part(finn, /^Return to player/)
    .getByRole('link', { name: /^Stakes: / })
    .click();
  const days = finn.getByRole('table', { name: 'Returns by day' });
  await expect(days.getByRole('row')).toHaveCount(31);
  await expect(finn).toHaveURL(/days=30/);
  await days
    .getByRole('link', { name: /Slips: [1-9]\d*$/ })
    .first()
    .click();
  await expect(heading(finn, /^Draws on /)).toBeVisible();
  await finn.goBack();
  await finn
    .getByRole('table', { name: 'Returns by lottery' })
    .getByRole('link', { name: /^dice-.*, Realised: / })
    .first()
    .click();
  await expect(heading(finn, /^Draws of dice-/)).toBeVisible();
  await finn.goBack();

  // Lists arrive filtered by the same days.
  for (const [of, link, list, chip] of [
    [/^Money in and out/, /^Top-ups: /, 'Top-up mismatches', /^Ended: .* to /],
    [/^Money in and out/, /^Withdrawals paid: /, 'Withdrawals', /^Ended: .* to /],
    [/^Waiting times/, /^Decision about a withdrawal, Median: /, 'Withdrawals', /^Submitted: .* to /],
    [/^Owed to members/, /^Last published: /, 'Liabilities', null],
    [/^Draws/, /^dice-.*, Late: /, /^Draws of dice-/, null],
    [/^Exposure/, /Exposure: /, /^Draws of dice-/, null],
  ] as const) {
    await part(finn, of).getByRole('link', { name: link }).first().click();
    await expect(heading(finn, list)).toBeVisible();
    if (chip !== null) await expect(finn.getByText(chip)).toBeVisible();
    await expect(finn.getByRole('alert')).toBeHidden();
    await finn.goBack();
    await expect(heading(finn, 'Figures')).toBeVisible();
  }
  await expectGoodConsole(finn, 'figures');
});

test('a part that fails leaves the others; support has no figures', async ({ staff }) => {
  const olga = await staff('olga');
  await olga.route('**/api/console/figures?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), money: null } });
  });
  await olga.goto('/console/figures');
  await expect(olga.getByText('Could not load this section. The other sections are not affected.')).toHaveCount(2);
  await expect(part(olga, /^Today so far/)).toBeVisible();
  const sara = await staff('sara');
  expect(await menu(sara)).not.toContain('Figures');
});
