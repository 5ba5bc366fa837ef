import { readFile } from 'node:fs/promises';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectFault, field } from '../pages/forms.ts';
import * as table from '../pages/lottery-table.ts';
import { confirmKey, expectVerdict } from '../pages/proofs.ts';

// Bad input in the form that checks draws and receipts.

test.describe('checking', () => {
  test('reports a malformed draw or receipt, and one that does not exist', async ({ page }) => {
    await page.goto('/Verify');
    const requested = field(page, 'Draw, receipt or saved proof');
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await check.click();
    await expectFault(requested, 'Enter a draw number or paste a receipt.');
    for (const typed of ['hello', 'dice-30', 'dice-30/', 'dice-30/-1', 'dice-30/012', '/5', '[]']) {
      await requested.fill(typed);
      await check.click();
      await expectFault(requested, 'This is not a draw number');
      await expect(requested).toHaveValue(typed);
    }
    for (const [typed, fault] of [
      ['{', 'This receipt is damaged'],
      ['tercet:1:AAAA', 'This receipt is damaged'],
      ['tercet:2:AAAA', 'This receipt was written by a newer version'],
      ['{"receipts":[]}', 'This is not a Tercet receipt'],
      ['{"receipts":[{"receipt":{}}]}', 'This is written like a receipt'],
    ] as const) {
      await requested.fill(typed);
      await check.click();
      await expectFault(requested, fault);
      await expect(requested).toHaveValue(typed);
    }
    for (const [typed, inUrl] of [
      ['dice-30/7', 'dice-30%2F7'],
      ['  DICE-99 / 59841118 ', 'dice-99%2F59841118'],
    ] as const) {
      await requested.fill(typed);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await expect(page).toHaveURL(`/Verify?draw=${inUrl}`);
      await expect(page.getByRole('heading', { name: 'Draw not found' })).toBeVisible();
    }
  });

  test('reads a saved receipt back, and detects a forged one', async ({ page, club, newPhone }) => {
    await joinClub(page, club);
    await table.openTable(page);
    await table.chooseBet(page, 'Small', '5.00');
    await table.placeSlip(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save file' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');

    const visitor = await newPhone();
    await visitor.goto('/Verify');
    await field(visitor, 'Draw, receipt or saved proof').fill(text);
    await visitor.getByRole('button', { name: 'Check', exact: true }).click();
    await confirmKey(visitor);
    await expectVerdict(visitor, 'Not finished yet');
    await expect(visitor.getByRole('heading', { name: 'Your receipt passed' })).toBeVisible();

    const forged = JSON.parse(text);
    // Changes the last digit of the second bet in the signed bytes.
    const { leafData } = forged.receipts[0].receipt as { leafData: string };
    forged.receipts[0].receipt.leafData = `${leafData.slice(0, -2)}${leafData.endsWith('00') ? '01' : '00'}`;
    await field(visitor, 'Draw, receipt or saved proof').fill(JSON.stringify(forged));
    await visitor.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(visitor.getByRole('heading', { name: 'This does not add up' })).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Your receipt failed' })).toBeVisible();
  });
});
