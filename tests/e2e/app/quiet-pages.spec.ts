import type { Page } from '@playwright/test';
import { letBetsClose } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import * as table from '../pages/lottery-table.ts';
import { becomeReady } from '../pages/money-in.ts';

// House rule 11 on the pages: nothing is agreed to, prefilled, urged or bet automatically.

const VISITOR = [
  '/Home',
  '/Mine',
  '/Login',
  '/Register',
  '/Recover',
  '/Agreement',
  '/Language',
  '/Verify',
  '/Book',
].concat(['/ServiceOnline', '/Choose', '/Recover?way=desk', '/VisitorDesk', '/VisitorDesk?new=1', '/Privacy']);
const MEMBER = [
  ...['/Home', '/Game', '/Choose', '/Video', '/Mine', '/Nowhere'],
  ...['/GameRecord', '/Account', '/Withdraw', '/WithdrawRecord', '/Personalreport', '/Notice', '/Recharge'],
  ...['/Setname', '/Setsex', '/SetPayPassword', '/Infomation', '/Identity', '/MyData', '/Setbank', '/BindCard'],
  ...[
    '/Setting',
    '/Sessions',
    '/SetLoginPassword',
    '/Invite',
    '/Limits',
    '/Restricted',
    '/HostReports',
    '/MyHosts',
    '/Complaints',
  ],
  ...['/RecoveryCodes', '/ServiceOnline', '/ServicePage', '/ServicePage?new=1'],
];

test('no page of a visitor ticks a box, fills in an amount, counts down, or moves without end', async ({ page }) => {
  for (const path of VISITOR) await expectQuiet(page, path);
});

test('no page of a member does so either, and a filled slip beside a last bet sends nothing', async ({
  page,
  context,
  club,
}) => {
  await joinClub(page, club);
  await becomeReady(page);
  await table.openTable(page);
  await table.chooseBet(page, 'Even', '5.00');
  await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Repeat last bet' })).toBeVisible();
  expect(await unquiet(page)).toEqual({ ...QUIET, timers: 1 });
  await table.chooseBet(page, 'Odd', '5.00');
  const period = await table.openPeriod(page);

  const other = await context.newPage();
  for (const path of MEMBER) await expectQuiet(other, path);

  await letBetsClose(page, period);
  // The slip's period has closed and the next one is open.
  await expect.poll(() => table.openPeriod(page), { timeout: DRAW_MS_MAX }).toBeGreaterThan(period);
  const { items } = await (await page.request.get('/api/slips')).json();
  expect(items).toHaveLength(1);
});

const QUIET = { ticked: 0, filled: 0, timers: 0, endless: 0 };

async function expectQuiet(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect(page.locator('[aria-busy="true"]'), `${path} is there`).toHaveCount(0);
  expect(await unquiet(page), path).toEqual(QUIET);
}

function unquiet(page: Page): Promise<typeof QUIET> {
  return page.evaluate(() => {
    const amounts = document.querySelectorAll<HTMLInputElement>('input[inputmode="none"], input[inputmode="decimal"]');
    return {
      ticked: document.querySelectorAll('input[type=checkbox]:checked, [aria-checked=true]').length,
      filled: [...amounts].filter(({ value }) => value !== '').length,
      timers: document.querySelectorAll('[role=timer]').length,
      endless: document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations === Infinity)
        .length,
    };
  });
}
