import { readFileSync } from 'node:fs';
import { letBetsClose, letDiceFall } from '../kit/club-time.ts';
import { browserWithCamera, browserWithoutCamera, filmCode } from '../kit/fake-camera.ts';
import { filled } from '../kit/filled.ts';
import { DRAW_MS_MAX, expect, showJourneyLanguage, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import * as table from '../pages/lottery-table.ts';
import { confirmKey } from '../pages/proofs.ts';
import { betOnce, expectHolds, openBet, openReceipt, receiptsOn } from '../pages/receipts.ts';

/** A hash that is in no tree. */
const STRANGER = '0f'.repeat(32);

test('a receipt is exported as code, text and file, and each of them gives a verdict when read back', async ({
  page,
  club,
  newPhone,
}, info) => {
  await joinClub(page, club);
  const { period, accepted } = await betOnce(page);
  const { sheet, code, line, drawing } = await openReceipt(page, accepted);
  const picture = await code.screenshot();
  await expectGoodLook(page, 'a receipt');
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save file' }).click();
  const file = await (await download).path();
  expect(JSON.parse(readFileSync(file, 'utf8')).receipts).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(accepted).toBeVisible();
  await accepted.getByRole('button', { name: 'Done' }).click();
  await letDiceFall(page, period);
  await expect(table.drawStrip(page, period)).toContainText(/Sum \d/, { timeout: DRAW_MS_MAX });

  // Another phone without a session.
  const other = await newPhone();
  const ask = other.getByRole('textbox', { name: /receipt/ });
  const check = other.getByRole('button', { name: 'Check', exact: true });
  await test.step('pasted, once without its last character', async () => {
    await other.goto('/Verify');
    await ask.fill(line.slice(0, -1));
    await check.click();
    await expect(other.getByRole('main').getByRole('alert')).toContainText('This receipt is damaged');
    await ask.fill(`  ${line} `);
    await check.click();
    await confirmKey(other);
    await expectHolds(other);
  });
  await test.step('as a picture of the code', async () => {
    await other.goto('/Verify');
    const buffer = picture;
    await other.getByLabel('Choose a file').setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer });
    await expectHolds(other);
  });
  await test.step('as the saved file', async () => {
    await other.goto('/Verify');
    await other.getByLabel('Choose a file').setInputFiles(file);
    await expectHolds(other);
  });
  await test.step('a picture without a code is reported as such', async () => {
    await other.goto('/Verify');
    const buffer = await other.screenshot();
    await other.getByLabel('Choose a file').setInputFiles({ name: 'none.png', mimeType: 'image/png', buffer });
    await expect(other.getByRole('main').getByRole('alert')).toContainText('No receipt could be read from this file');
    await expectGoodLook(other, '/Verify with a wrong picture');
  });
  await test.step('through the camera, which is off afterwards', async () => {
    const video = info.outputPath('code.y4m');
    filmCode(video, drawing);
    const browser = await browserWithCamera(video);
    try {
      const context = await browser.newContext({ baseURL: club.address, permissions: ['camera'] });
      await showJourneyLanguage(context);
      const phone = await context.newPage();
      await phone.addInitScript(rememberTracks);
      await phone.goto('/Verify');
      await phone.getByRole('button', { name: 'Scan a code' }).click();
      await confirmKey(phone);
      await expectHolds(phone);
      expect(
        await phone.evaluate(() =>
          (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map((t) => t.readyState),
        ),
      ).toEqual(['ended']);
    } finally {
      await browser.close();
    }
  });
});

test('a refused camera is reported, with another way to continue', async ({ club }) => {
  const browser = await browserWithoutCamera();
  try {
    const context = await browser.newContext({ baseURL: club.address, viewport: { width: 390, height: 844 } });
    await showJourneyLanguage(context);
    const page = await context.newPage();
    await page.goto('/Verify');
    await page.getByRole('button', { name: 'Scan a code' }).click();
    const scan = table.sheet(page, 'Scan a receipt');
    await expect(scan.getByRole('alert')).toContainText('The camera was refused. Allow it for this page');
    await expectGoodLook(page, 'a refused camera');
  } finally {
    await browser.close();
  }
});

test('every bet of a period is found in the seal before the draw, and stays found', async ({ page, club }) => {
  await joinClub(page, club);
  await table.openTable(page);
  await table.untilSecondsLeft(page, { least: 16 });
  await table.chooseBet(page, 'Big', '1.00');
  const first = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await table.chooseBet(page, 'Odd', '5.00');
  const second = await table.placeSlip(page);
  await page.getByRole('button', { name: 'Done' }).click();
  expect(second).toBe(first);
  await letBetsClose(page, first);
  await expect
    .poll(async () => (await receiptsOn(page)).map(({ inclusion }) => inclusion?.verdict), { timeout: DRAW_MS_MAX })
    .toEqual(['included', 'included']);
  const found = await receiptsOn(page);
  for (const { inclusion } of filled(found)) {
    expect(inclusion).toMatchObject({ beforeRound: true, failed: null });
    expect(inclusion?.proof.proof.length).toBeGreaterThan(0);
  }
  await page.reload();
  expect(await receiptsOn(page)).toEqual(found);
  const details = await openBet(page);
  const { sheet } = await openReceipt(page, details);
  await expect(sheet).toContainText(/Found in the seal on .*, before the dice could be known/);
  await expectGoodLook(page, 'a receipt that was found');
});

test('a phone that was asleep finds its bet later, and says so', async ({ page, club }) => {
  await joinClub(page, club);
  const { period, accepted } = await betOnce(page);
  await accepted.getByRole('button', { name: 'Done' }).click();
  // Another page of the same phone closes the app; it can no longer store anything.
  await page.goto('about:blank');
  await letDiceFall(page, period);
  await expect
    .poll(async () => stateOf(await page.request.get(`${club.address}/api/draws/dice-30/${period}`)), {
      timeout: DRAW_MS_MAX,
    })
    .toBe('settled');
  const details = await openBet(page);
  const { sheet } = await openReceipt(page, details);
  await expect(sheet).toContainText(/Found in the seal on .*, after the round/, { timeout: 20_000 });
});

test('a house that leaves a bet out of the seal is detected, and cannot undo it', async ({ page, club }) => {
  await joinClub(page, club);
  await page.route('**/api/slips/*/proof', async (route) => {
    const answer = await route.fetch();
    const bundle = await answer.json();
    await route.fulfill({
      response: answer,
      json: bundle.draw.root === null ? bundle : { ...bundle, proof: [STRANGER] },
    });
  });
  const { period, accepted } = await betOnce(page);
  await accepted.getByRole('button', { name: 'Done' }).click();
  await letBetsClose(page, period);
  await expect
    .poll(async () => (await receiptsOn(page))[0]?.inclusion?.verdict, { timeout: DRAW_MS_MAX })
    .toBe('breach');
  expect((await receiptsOn(page))[0]?.inclusion?.failed).toBe('inclusion');
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/GameRecord');
  await expect(page.getByRole('region', { name: 'Receipts on this phone' }).getByRole('alert')).toContainText(
    'One of them is not in its seal as signed',
  );
  const { sheet } = await openReceipt(page, await openBet(page));
  await expect(sheet.getByRole('alert')).toContainText('the seal does not hold it as signed');
  await expectGoodLook(page, 'a broken receipt');
});

test('a house that denies a bet is held to the public hashes', async ({ page, club }) => {
  await joinClub(page, club);
  await page.route('**/api/slips/*/proof', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"code":"receipt-not-found"}' }),
  );
  const { period, accepted } = await betOnce(page);
  await accepted.getByRole('button', { name: 'Done' }).click();
  await letBetsClose(page, period);
  await expect
    .poll(async () => (await receiptsOn(page))[0]?.inclusion?.verdict, { timeout: DRAW_MS_MAX })
    .toBe('included');
});

test.describe('on a connection that breaks', () => {
  test.use({ lineMayBreak: true });

  test('a receipt whose answer was lost is fetched again, also on another phone', async ({ page, club, newPhone }) => {
    const member = await joinClub(page, club);
    await table.openTable(page);
    await page.route('**/api/slips', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    });
    // The table would ask for the slip, once it shows among the bets.
    await page.route('**/api/receipts/*', (route) => route.abort());
    await table.chooseBet(page, 'Even', '1.00');
    await table.untilSecondsLeft(page, { least: 8 });
    await table.review(page);
    await page.getByRole('button', { name: 'Place this bet' }).click();
    await expect(page.getByText('Your slip may or may not be in.').first()).toBeVisible();
    await page.unroute('**/api/receipts/*');
    const requested = page.waitForRequest('**/api/receipts/*');
    await page.goto('/Home');
    await requested;
    await expect.poll(async () => (await receiptsOn(page)).length).toBe(1);

    const other = await newPhone();
    const { userName, password } = member;
    const { origin } = new URL(club.address);
    await other.request.post('/api/session', { data: { userName, password }, headers: { origin } });
    await other.goto('/Home');
    await expect
      .poll(async () => (await receiptsOn(other)).map(({ slipId }) => slipId), { timeout: 20_000 })
      .toEqual((await receiptsOn(page)).map(({ slipId }) => slipId));
  });
});

test('all receipts go into a file and back, but not under another name', async ({ page, club, newPhone }) => {
  await joinClub(page, club);
  await betOnce(page);
  await page.goto('/GameRecord');
  const stored = page.getByRole('region', { name: 'Receipts on this phone' });
  await expect(stored).toContainText('One receipt is kept.');
  const download = page.waitForEvent('download');
  await stored.getByRole('button', { name: 'Save all' }).click();
  const file = await (await download).path();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('tercet').onsuccess = resolve;
      }),
  );
  await page.route('**/api/slips?*', (route) => route.fulfill({ json: { items: [], nextCursor: null, total: 0 } }));
  await page.reload();
  await expect(stored).toContainText('None yet.');
  await stored.getByLabel('Read in a file').setInputFiles(file);
  await expect(stored).toContainText('1 receipt kept, 0 here already, 0 refused');
  await expect(stored).toContainText('One receipt is kept.');
  await expectGoodLook(page, '/GameRecord with receipts');

  const other = await newPhone();
  await joinClub(other, club);
  await other.goto('/GameRecord');
  const others = other.getByRole('region', { name: 'Receipts on this phone' });
  await others.getByLabel('Read in a file').setInputFiles(file);
  await expect(others).toContainText('0 receipts kept, 0 here already, 1 refused');
});

async function stateOf(answer: { json(): Promise<{ state?: string }> }): Promise<string | undefined> {
  return (await answer.json()).state;
}

/** Runs in the page: records camera tracks. */
function rememberTracks(): void {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    const stream = await ask(wishes);
    tracks.push(...stream.getTracks());
    return stream;
  };
}
