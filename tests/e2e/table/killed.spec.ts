import { computeDraw, TABLE_KEY } from '../kit/beacon.ts';
import type { Club } from '../kit/club.ts';
import { letBetsClose, letDiceFall, letTimePassAway, timeOf } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub, STARTING_CREDITS_MINOR } from '../kit/members.ts';
import { payoutOf, totalOf, written } from '../kit/money.ts';
import { expectFigure, hearSettled } from '../pages/figures.ts';
import * as table from '../pages/lottery-table.ts';
import { confirmKey, expectVerdict } from '../pages/proofs.ts';
import { askToSignOut } from '../pages/settings.ts';

// The whole club is killed while a member's page stays open.

test.use({ lineMayBreak: true });

test('the dice are the same when the server is killed between seal and draw', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  const stakes = [await table.chooseBet(page, 'Big', '10.00'), await table.chooseBet(page, 'Even', '5.00')];
  const period = await table.placeSlip(page);
  const drawId = `${TABLE_KEY}/${period}`;
  await page.getByRole('button', { name: 'Done' }).click();

  await letBetsClose(page, period);
  await expect(table.drawStrip(page, period)).toContainText('Sealed, dice at', { timeout: DRAW_MS_MAX });
  club.killServer();
  const killedAtMs = await timeOf(club);
  await expect.poll(() => isUp(club), { intervals: [50] }).toBe(false);
  await letDiceFall(page, period);

  // A slow restart may outlast the progress line of a draw.
  await expect.poll(() => settled(club, drawId), { timeout: DRAW_MS_MAX }).toBe(true);
  const { dice } = await computeDraw(club, drawId);
  const left = STARTING_CREDITS_MINOR - totalOf(stakes) + payoutOf(stakes, dice);
  await expect(table.balance(page)).toContainText(`Available ${written(left)} credits`, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Past draws' }).click();
  const past = table
    .sheet(page, 'Past draws')
    .getByRole('listitem')
    .filter({ hasText: String(period) });
  expect(await table.readDice(past)).toEqual(dice);

  const proof = await drawOf(club, drawId);
  expect(proof.sealedAtMs).toBeLessThan(killedAtMs);
  expect(proof.drawnAtMs).toBeGreaterThan(killedAtMs);
  expect(await entriesOf(club, 'draw', drawId)).toHaveLength(1);
});

test('down from before a draw until after the next seal was due: the first is still drawn, the other void', async ({
  page,
  club,
}) => {
  await joinClub(page, club);
  await table.openTable(page);
  const stakes = [await table.chooseBet(page, 'Small', '5.00'), await table.chooseBet(page, 'Odd', '10.00')];
  const staked = totalOf(stakes);
  const sealed = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await letBetsClose(page, sealed);
  await expect(table.drawStrip(page, sealed)).toContainText('Sealed, dice at', { timeout: DRAW_MS_MAX });

  await table.repeatLast(page);
  const unsealed = await table.confirmSlip(page);
  expect(unsealed).toBe(sealed + 1);
  await page.getByRole('button', { name: 'Done' }).click();
  const killedAtMs = await timeOf(club);
  await club.killAll();

  // The second draw's seal was due 3 seconds before its beacon round.
  const sealedByMs = (unsealed + 1) * 30_000 + 9_000;
  await letTimePassAway(club, sealedByMs + 1_000);
  await expect.poll(() => timeOf(club), { timeout: DRAW_MS_MAX }).toBeGreaterThan(sealedByMs);
  const heard = hearSettled(page, unsealed);
  await club.restart();

  const drawId = `${TABLE_KEY}/${sealed}`;
  await expect.poll(() => settled(club, drawId), { timeout: DRAW_MS_MAX }).toBe(true);
  const drawn = await drawOf(club, drawId);
  expect(drawn.sealedAtMs).toBeLessThan(killedAtMs);
  expect(drawn.drawnAtMs).toBeGreaterThan(sealedByMs);
  const { dice } = await computeDraw(club, drawId);
  const paid = payoutOf(stakes, dice);
  const left = STARTING_CREDITS_MINOR - staked + paid;

  await test.step('the open page finds its way back by itself', async () => {
    expect(await heard).toBe(`Draw ${unsealed} is void: ${written(staked)} credits came back`);
    await expect(table.balance(page)).toContainText(`Available ${written(left)} credits`, { timeout: 60_000 });
    await page.getByRole('button', { name: 'Past draws' }).click();
    const past = table.sheet(page, 'Past draws').getByRole('listitem');
    const inPast = past.filter({ hasText: String(sealed) });
    expect(await table.readDice(inPast)).toEqual(dice);
    await expect(
      past
        .filter({ hasText: String(unsealed) })
        .getByRole('img')
        .first(),
    ).toHaveAccessibleName('Void, stakes returned');
    await past
      .filter({ hasText: String(unsealed) })
      .getByRole('button')
      .click();
    await expect(table.sheet(page, 'Draw')).toContainText('Void, stakes returned');
    await table.sheet(page, 'Draw').getByRole('link', { name: 'Check this draw' }).click();
    await confirmKey(page);
    await expectVerdict(page, 'This draw is void, but the time is not proven');
    await expect(page.getByText('every stake is returned')).toBeVisible();
  });

  await test.step('the record shows one draw and one void', async () => {
    await page.goto('/GameRecord');
    const slips = page.getByRole('main').getByRole('listitem');
    await expect(slips).toHaveCount(2);
    await expect(slips.filter({ hasText: String(unsealed) })).toContainText(/Paid out \u200e?\+15\.00\s*Void/);
    await expect(slips.filter({ hasText: String(sealed) })).toContainText(
      paid > totalOf(stakes) ? 'Won' : paid > 0n ? 'Less than staked' : 'Lost',
    );
    await slips
      .filter({ hasText: String(unsealed) })
      .getByRole('button')
      .click();
    const details = table.sheet(page, 'Half Minute');
    await expectFigure(details, 'Staked', staked);
    await expectFigure(details, 'Paid out', staked);
    await page.goto('/Account');
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines.filter({ hasText: 'Stake returned' })).toHaveText([new RegExp(`\\+${written(staked)}`)]);
  });

  await test.step('the phone has kept both receipts', async () => {
    await page.goto('/Mine');
    await expectFigure(page.getByRole('region', { name: 'Balance' }), 'Available', left);
    await askToSignOut(page);
    await expect(page.getByRole('dialog')).toContainText('the 2 receipts on this phone');
  });

  expect(await entriesOf(club, 'draw', drawId)).toHaveLength(1);
  expect(await entriesOf(club, 'draw', `${TABLE_KEY}/${unsealed}`)).toHaveLength(0);
  expect(await entriesOf(club, 'void', `${TABLE_KEY}/${unsealed}`)).toHaveLength(1);
});

async function isUp({ address }: Club): Promise<boolean> {
  return fetch(`${address}/api/health`).then(
    () => true,
    () => false,
  );
}

interface DrawProof {
  state: string;
  sealedAtMs: number;
  drawnAtMs: number;
}

async function drawOf({ address }: Club, drawId: string): Promise<DrawProof> {
  return (await fetch(`${address}/api/draws/${drawId}`)).json() as Promise<DrawProof>;
}

/** False also while the server is down. */
async function settled(club: Club, drawId: string): Promise<boolean> {
  return drawOf(club, drawId).then(
    ({ state }) => state === 'settled',
    () => false,
  );
}

/** The book's entries of one type about a draw. */
async function entriesOf({ address }: Club, type: string, drawId: string): Promise<string[]> {
  const answer = await fetch(`${address}/api/book/entries?type=${type}&limit=100`);
  const { items } = (await answer.json()) as { items: { body: string }[] };
  return items.map(({ body }) => body).filter((body) => body.includes(`"${drawId}"`));
}
