import type { Page } from '@playwright/test';
import { joinClub } from '../kit/members.ts';
import { menuLink } from '../pages/console.ts';
import { expectGoodConsole } from '../pages/console-look.ts';
import { expect, test } from '../pages/console-test.ts';
import { chooseBet, placeSlip } from '../pages/lottery-table.ts';

// A Sic Bo table that an owner proposes and finance confirms: members see it at its date, and its end.

/** Its period is the shortest, since clubs of staff journeys keep the real time. */
const OPENS_WITHIN_MS = 60_000;

test('a Sic Bo table is created by two people, played by a member from its date on, and retired by two', async ({
  club,
  staff,
  newPhone,
}) => {
  const olga = await staff('olga');
  await propose(olga);
  const finn = await staff('finn');
  await (await menuLink(finn, 'Proposals')).click();
  await finn.getByRole('link', { name: 'New lottery, sicbo-moment' }).click();
  await expect(finn.getByText(/^If confirmed now, it applies from/)).toBeVisible();
  await expect(finn.getByText('Sic Bo Moment').first()).toBeVisible();
  const row = finn.getByRole('row').filter({ hasText: 'Any triple' });
  await expect(row).toContainText('2.778% 1/36');
  await expect(row).toContainText('Within band');
  await expectGoodConsole(finn, 'a proposed lottery');
  await confirm(finn);

  const phone = await newPhone();
  await joinClub(phone, club);
  await phone.goto('/Game?class=sic-bo');
  await phone.getByRole('link', { name: /Sic Bo Moment/ }).click();
  await expect(phone.getByRole('heading', { name: 'Doubles' })).toBeVisible();
  await expect
    .poll(
      async () => {
        const { current, nowMs } = await (await phone.request.get('/api/lotteries/sicbo-moment')).json();
        return nowMs >= current.opensAtMs;
      },
      { timeout: OPENS_WITHIN_MS },
    )
    .toBe(true);
  await chooseBet(phone, 'Any triple', '5.00');
  await placeSlip(phone);

  await olga.goto('/console/lotteries/sicbo-moment/show');
  await expectGoodConsole(olga, 'a created lottery');
  await olga.getByRole('button', { name: 'Retire' }).click();
  const form = olga.getByRole('dialog', { name: 'Retire Sic Bo Moment' });
  await expect(form.getByText(/^If confirmed now, its last bets are taken until/)).toBeVisible();
  await form.getByLabel('Reason').fill('A trial table');
  await form.getByRole('button', { name: 'Propose retirement' }).click();
  await expect(form).toBeHidden();
  await finn.goto('/console/proposals');
  await finn.getByRole('link', { name: 'Retirement, sicbo-moment' }).click();
  await confirm(finn);
  await olga.goto('/console/lotteries/sicbo-moment/show');
  await expect(olga.getByText(/^Retired from/)).toBeVisible();
  await expect(olga.getByRole('link', { name: 'Propose odds table' })).toHaveCount(0);
  await expect
    .poll(async () => (await (await phone.request.get('/api/lotteries?class=sic-bo')).json()).items.map(keyOf), {
      timeout: OPENS_WITHIN_MS,
    })
    .not.toContain('sicbo-moment');
  await phone.goto('/Lottery?key=sicbo-moment');
  await expect(phone.getByText(/^This table is closed and takes no bets/)).toBeVisible();
});

test('a class is created, previewed, renamed and hidden by content', async ({ page: visitor, staff }) => {
  const shown = async () => {
    const { items } = await (await visitor.request.get('/api/lottery-classes')).json();
    return (items as { name: string }[]).map(({ name }) => name);
  };
  const cora = await staff('cora');
  await (await menuLink(cora, 'Lottery classes')).click();
  await expect(cora.getByRole('row').filter({ hasText: 'Steady' })).toBeVisible();
  await expectGoodConsole(cora, 'the lottery classes');
  await cora.getByRole('button', { name: 'New class' }).click();
  const form = cora.getByRole('dialog', { name: 'New class' });
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText(/^Enter a name in the default language/)).toBeVisible();
  await form.getByLabel('Name').fill('Evening');
  await form.getByLabel('Key').fill('evening');
  await form.getByRole('button', { name: 'Preview' }).click();
  const seen = cora.getByRole('dialog', { name: 'Member preview' });
  await expect(seen.getByText('Evening')).toBeVisible();
  expect(await shown()).not.toContain('Evening');
  await seen.getByRole('button', { name: 'Save' }).click();
  await expect(seen).toBeHidden();
  await expect.poll(shown).toContain('Evening');

  await cora.getByRole('button', { name: 'Change Evening' }).click();
  const changing = cora.getByRole('dialog', { name: 'Change class' });
  await changing.getByLabel('Hide the class and its lotteries').check();
  await changing.getByRole('button', { name: 'Preview' }).click();
  await expect(seen.getByText(/^Lists and Home stop showing it/)).toBeVisible();
  await seen.getByRole('button', { name: 'Save' }).click();
  await expect(seen).toBeHidden();
  await expect(cora.getByRole('row').filter({ hasText: 'Evening' })).toContainText('Hidden');
  await expect.poll(shown).not.toContain('Evening');
});

function keyOf({ key }: { key: string }): string {
  return key;
}

/** Fills in the form of a new lottery, with odds out of the band first. */
async function propose(olga: Page): Promise<void> {
  await olga.goto('/console/lotteries');
  await olga.getByRole('link', { name: 'New lottery' }).click();
  const act = olga.getByRole('button', { name: 'Propose lottery' });
  await act.click();
  await expect(olga.getByText(/^Enter a name in the default language, a key, a class/)).toBeVisible();
  await olga.getByLabel('Name').fill('Sic Bo Moment');
  await olga.getByLabel('Key').fill('sicbo-moment');
  await choose(olga, 'Period', '30 s');
  await choose(olga, 'Class', 'Sic Bo');
  const triple = olga.getByLabel('Pays: Any triple');
  await triple.fill('40');
  await expect(olga.getByText(/^This table cannot be published/)).toContainText('Any triple');
  await triple.fill('34.56');
  await expect(olga.getByText(/^If confirmed now, it applies from/)).toBeVisible();
  const preview = olga.getByRole('region', { name: 'Member preview' }).last();
  await expect(preview.getByRole('heading', { name: 'Triples' })).toBeVisible();
  await olga.getByLabel('Reason').fill('As the owners agreed');
  await expectGoodConsole(olga, 'a new lottery');
  await act.click();
  await expect(olga.getByText(/^You proposed this on/)).toBeVisible();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${label}\\b`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm' }).click();
  const form = page.getByRole('dialog', { name: 'Confirm proposal' });
  await form.getByLabel('Reason').fill('Compared with what was agreed');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toBeHidden();
}
