import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import {
  ADDS_UP,
  checkLatestDraw,
  chooseFile,
  confirmKey,
  expectVerdict,
  keyPanel,
  openLatestDraw,
  outcomes,
  saveProof,
  steps,
  TO_CONFIRM,
} from '../pages/proofs.ts';

const STEPS = [
  'The right book passed',
  'The rules that applied passed',
  'The time was fixed passed',
  // The journeys' club has no witnesses, and the page says so.
  'Seen by outsiders not proven',
  'Bets sealed before the draw passed',
  'The beacon’s signature passed',
  'The resulting dice passed',
  'Same answer for everyone passed',
];
const DAY_MS_MAX = 60_000;

test('a draw is checked step by step, with the values behind a tap and what it rests on', async ({ page, club }) => {
  const drawId = await checkLatestDraw(page);
  expect(await outcomes(page)).toEqual(STEPS);
  const { book, seed } = await (await fetch(`${club.address}/api/draws/${drawId}`)).json();
  for (const [title, name, value] of [
    ['The right book', 'Key of the book', book.logKey],
    ['The resulting dice', 'Seed', seed],
  ] as const) {
    const step = steps(page).filter({ hasText: title });
    await step.getByText('Raw bytes').click();
    await expect(step.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value);
  }
  const rests = page.locator('section').filter({ hasText: 'What this check relies on' });
  await expect(rests).toContainText('House-run. The house holds its key');
  await expect(rests).toContainText('None. Only the house’s word says that the bets were sealed before the draw');
  await expect(rests).toContainText('The seal was recomputed from the public hashes of all bets.');
  await expectGoodLook(page, 'the proof of a draw');
});

test('a check rests on a key that the reader confirms, until they take that back', async ({ page, club }) => {
  const drawId = await openLatestDraw(page);
  await expectVerdict(page, TO_CONFIRM);
  expect(new Set((await outcomes(page)).map((title) => title.split(' ').slice(-2).join(' ')))).toEqual(
    new Set(['not proven']),
  );
  await expect(page.getByText('not confirmed by you')).toBeVisible();
  const { book } = await (await fetch(`${club.address}/api/house`)).json();
  const panel = keyPanel(page);
  await expect(panel).toContainText(book.origin);
  const shown = (await panel.locator('p[dir="ltr"] > span').allInnerTexts()).join('');
  const [, id, ...key] = book.logKey.split('+');
  expect(shown).toBe(`${id}${key.join('+')}`);
  await expect(panel).toContainText('No witness address is given here.');
  await expectGoodLook(page, 'a check before the key is confirmed');
  await confirmKey(page);
  await expectVerdict(page, ADDS_UP);
  await expect(page.getByText(/^Confirmed by you on/)).toBeVisible();
  await expect(panel).toBeHidden();

  await test.step('the confirmation is kept', async () => {
    await page.goto(`/Verify?draw=${encodeURIComponent(drawId)}`);
    await expectVerdict(page, ADDS_UP);
    await expect(page.getByText(/^You confirmed this key on/)).toBeVisible();
  });
  await test.step('and can be removed', async () => {
    await page.getByRole('button', { name: 'Remove confirmation' }).click();
    await expectVerdict(page, TO_CONFIRM);
    await expect(panel).toBeVisible();
  });
});

test('a number alone is offered with the tables that have it', async ({ page, club }) => {
  const drawId = await checkLatestDraw(page);
  const [key, number = ''] = drawId.split('/');
  const grouped = number.replace(/\B(?=(\d{3})+$)/g, ',');
  await field(page, 'Draw, receipt or saved proof').fill(grouped);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Which draw ${number}?` })).toBeVisible();
  const rows = page.getByRole('main').locator(`a[href*="${number}"]`);
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(page).toHaveURL(new RegExp(`draw=${key}%2F${number}`));
  await expectVerdict(page, ADDS_UP);
  expect(await outcomes(page)).toEqual(STEPS);

  await page.goto('/Verify?draw=7');
  await expect(page.getByRole('heading', { name: 'Draw not found' })).toBeVisible();
  expect((await fetch(`${club.address}/api/draws/${key}/7`)).status).toBe(404);
});

test('a whole day is read from the book and checked, with what each table did', async ({ page, club }) => {
  await checkLatestDraw(page);
  await page.goto('/Verify');
  const day = field(page, 'Day (UTC)');
  await day.fill('2999-01-01');
  await page.getByRole('button', { name: 'Check the whole day' }).click();
  await expect(page.getByText('Choose today or an earlier day.')).toBeVisible();
  await day.fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Check the whole day' }).click();
  const verdict = page.getByRole('heading', { name: 'Every draw is correct, but the time is not proven' });
  const late = page.getByRole('heading', { name: 'The house is late' });
  // On a busy machine a draw may be due that the club has not written yet. A later check finds it.
  await expect(async () => {
    if (await late.isVisible()) await page.reload();
    await expect(verdict).toBeVisible();
  }).toPass({ timeout: DAY_MS_MAX });
  const draws = Number(await page.getByText('Draws', { exact: true }).locator('xpath=../dd').innerText());
  const { total } = await (await fetch(`${club.address}/api/book/entries?type=draw&limit=1`)).json();
  expect(draws).toBeGreaterThan(0);
  expect(draws).toBeLessThanOrEqual(total);
  await expect(page.getByText(/^\d+ of \d+ periods/).first()).toBeVisible();
  await expectGoodLook(page, 'a day');

  await test.step('a house that hands out other entries than it signed is refused', async () => {
    await page.route('**/book/tile/entries/**', async (route) => {
      const answer = await route.fetch();
      const body = await answer.body();
      const at = body.indexOf('"dice":["') + '"dice":["'.length;
      body.writeUInt8(body.readUInt8(at) === 0x36 ? 0x31 : 0x36, at);
      await route.fulfill({ response: answer, body });
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This does not match the book' })).toBeVisible({
      timeout: DAY_MS_MAX,
    });
  });
});

test('a day can be stopped', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/book/tile/entries/**', async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await page.goto(`/Verify?day=${new Date().toISOString().slice(0, 10)}`);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  release();
  await page.unroute('**/book/tile/entries/**');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/entries? around .* read\./)).toBeVisible({ timeout: DAY_MS_MAX });
});

/** Longer than the app waits before it loads the scripts that check draws, the book and balances. */
const LATE_SCRIPTS_MS = 6000;

/** Watches the scripts that a page loads. The returned function waits until none was loaded for `LATE_SCRIPTS_MS`. */
function watchScripts(page: Page): () => Promise<void> {
  let latest = Date.now();
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') latest = Date.now();
  });
  return () => expect.poll(() => Date.now() - latest, { timeout: 60_000 }).toBeGreaterThan(LATE_SCRIPTS_MS);
}

test.describe('without a connection', () => {
  test.use({ lineMayBreak: true });

  test('a saved proof is checked by the page that is open', async ({ page, context }) => {
    await checkLatestDraw(page);
    const text = readFileSync(await saveProof(page), 'utf8');
    const before = await outcomes(page);
    const allScriptsLoaded = watchScripts(page);
    await page.goto('/Verify');
    await expect(page.getByRole('link', { name: /Half Minute/ })).toBeVisible();
    await allScriptsLoaded();
    await context.setOffline(true);
    await chooseFile(page, 'proof.json', text);
    await expectVerdict(page, ADDS_UP);
    expect(await outcomes(page)).toEqual(before);
  });
});
