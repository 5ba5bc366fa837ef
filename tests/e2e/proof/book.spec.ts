import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  buildOwedTree,
  countDraws,
  type Dice,
  drawDice,
  encodeEntry,
  entryHash,
  openCheckpoint,
  sumTreePath,
  toHex,
} from '@tercet/fair';
import { PERIOD_SECONDS } from '../kit/beacon.ts';
import { letTimePass } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { bookKeyOf, makeBook } from '../kit/made-book.ts';
import { joinClub } from '../kit/members.ts';
import { expectGoodLook } from '../pages/look.ts';
import { letFirstDrawCome } from '../pages/proofs.ts';
import { dayOn } from '../spoken/written.ts';

const KEY = 'dice-30';
const NOW_FOLLOWED = 'This phone now follows the book';

async function houseBook(page: Page): Promise<{ origin: string; logKey: string }> {
  return (await (await page.request.get('/api/house')).json()).book;
}

async function readNote(page: Page): Promise<string> {
  return (await page.request.get('/book/checkpoint')).text();
}

function tab(page: Page, name: string) {
  return page.getByRole('group', { name: 'Sections of the book' }).getByRole('button', { name, exact: true });
}

test('a visitor follows the book, and sees that it has only grown', async ({ page }) => {
  await page.goto('/Book');
  await expect(page.getByRole('heading', { name: NOW_FOLLOWED })).toBeVisible();
  const { origin, logKey } = await houseBook(page);
  await page.getByText('Raw bytes').click();
  const first = openCheckpoint(await page.locator('pre').first().innerText(), [logKey]);
  if (first === null) throw new Error('the note on the page is not signed by the house');
  expect(first.origin).toBe(origin);
  await expect(page.getByText(first.root, { exact: true })).toBeVisible();
  await expectGoodLook(page, '/Book at first');

  await letTimePass(page, PERIOD_SECONDS * 1_000);
  await expect
    .poll(async () => openCheckpoint(await readNote(page), [logKey])?.size, { timeout: DRAW_MS_MAX })
    .toBeGreaterThan(first.size);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The book has only grown' })).toBeVisible();
  await expect(page.getByText(/\(\d+ since then\)/)).toBeVisible();
  await expectGoodLook(page, '/Book later');
});

test('entries are listed by kind, in plain text and as logged', async ({ page }) => {
  await page.goto('/Book');
  await tab(page, 'Entries').click();
  await page.getByRole('button', { name: 'Tables' }).click();
  await expect(page).toHaveURL(/tab=entries&type=table/);
  await expect(page.getByText('Odds, limits and beacon of a lottery, from a given period.')).toBeVisible();
  const row = page.getByRole('button', { name: /Table of dice-30(?!0)/ }).first();
  await row.click();
  const body = JSON.parse(await page.locator('pre').first().innerText());
  expect(body).toMatchObject({ type: 'table', key: 'dice-30' });
  await expectGoodLook(page, 'entries of the book');
  for (const [kind, type, about] of [
    ['Debts', 'liabilities', 'What the house owed all members in total, once a day.'],
    ['Rules', 'rule', 'Rules of the house, and when they take effect.'],
    ['Key changes', 'notice-of-change', 'New keys of the book, announced and signed with the old key.'],
    ['Staff activity', 'audit-head', 'Hourly heads of the staff activity log. They make later removals visible.'],
    ['Voids', 'void', 'Cancelled draws. Every stake was returned.'],
  ] as const) {
    const answer = page.waitForResponse((response) => response.url().includes(`type=${type}`));
    await page.getByRole('group', { name: 'Type of entry' }).getByRole('button', { name: kind }).click();
    const { total } = await (await answer).json();
    await expect(page.getByText(about)).toBeVisible();
    await expect(page.getByText(`${total} entries`)).toBeVisible();
    if (total === 0) await expect(page.getByRole('heading', { name: 'No entries of this type' })).toBeVisible();
    else await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  }
});

test('the draws of the club are counted from the book itself', async ({ page }) => {
  await page.goto('/Book?tab=statistics');
  await expect(page.getByRole('heading', { name: /Too few draws to tell|No draws of this table yet/ })).toBeVisible();
  await letFirstDrawCome(page);
  await expect.poll(() => drawsOf(page), { timeout: DRAW_MS_MAX, message: 'a draw of the table' }).not.toHaveLength(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Too few draws to tell' })).toBeVisible();
  await page.getByText('Numbers', { exact: true }).click();
  const counted = await countsOnPage(page);
  const known = countDraws(await drawsOf(page)).sums;
  // One more draw may have happened meanwhile.
  const missing = known.map((count, index) => count - (counted[index] ?? 0));
  expect(missing.every((count) => count >= 0)).toBe(true);
  expect(missing.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1);
  await expect(page.getByRole('heading', { name: 'Return on stakes' })).toBeVisible();
  await expectGoodLook(page, 'statistics of a young club');
});

async function drawsOf(page: Page): Promise<Dice[]> {
  const { items } = await (await page.request.get('/api/book/entries?type=draw&limit=100')).json();
  const entries = items.map(({ body }: { body: string }) => JSON.parse(body));
  return entries
    .filter(({ draw_id }: { draw_id: string }) => draw_id.startsWith(`${KEY}/`))
    .map(({ dice }: { dice: string[] }) => dice.map(Number));
}

/** The column of counts, for sums 3 to 18. */
async function countsOnPage(page: Page): Promise<number[]> {
  const cells = await page.getByRole('table').locator('tbody tr td:nth-child(2)').allInnerTexts();
  return cells.map((text) => Number(text.replaceAll(',', '')));
}

test('a long book is compared with fair dice; one with loaded dice is detected', async ({ newPhone, club }) => {
  for (const loaded of [false, true]) {
    const phone = await newPhone(club.address);
    const { origin } = await houseBook(phone);
    const { bodies, dice } = manyDraws(1500, loaded);
    await makeBook(origin, bodies).serve(phone.context());
    await phone.goto('/Book?tab=statistics&draws=5000');
    const verdict = loaded ? 'Unusual for fair dice' : 'The dice look fair';
    await expect(phone.getByRole('heading', { name: verdict })).toBeVisible({ timeout: 30_000 });
    await expect(phone.getByRole('img', { name: /^Count of each sum in 1,500 draws/ })).toBeVisible();
    await expect(phone.locator('canvas')).toBeVisible();
    await expect(phone.getByText(/^Chi-square /).first()).toContainText('15 degrees of freedom');
    await phone.getByText('Numbers', { exact: true }).click();
    expect(await countsOnPage(phone)).toEqual(countDraws(dice).sums);
    if (!loaded) await expectGoodLook(phone, 'statistics of a long book');
  }
});

/** Draws computed from random seals by the club's own dice function. */
function manyDraws(count: number, loaded: boolean): { bodies: string[]; dice: Dice[] } {
  const bodies: string[] = [];
  const dice: Dice[] = [];
  for (let period = 1; period <= count; period++) {
    const drawId = `${KEY}/${period}`;
    const signature = toHex(new Uint8Array(48).map((_, at) => (period * 31 + at * 7) % 256));
    const drawn = drawDice({ chainHash: 'ab'.repeat(32), round: period, signature, drawId }).dice;
    const thrown: Dice = loaded && period % 4 === 0 ? [6, drawn[1], drawn[2]] : drawn;
    dice.push(thrown);
    bodies.push(
      encodeEntry({ type: 'seal', draw_id: drawId, root: 'cd'.repeat(32), count: '0', table: 'ef'.repeat(32) }),
    );
    const texts = thrown.map(String) as [string, string, string];
    bodies.push(encodeEntry({ type: 'draw', draw_id: drawId, round: String(period), signature, dice: texts }));
  }
  return { bodies, dice };
}

test('a forked book is reported on every screen until the member dismisses the report', async ({ page, club }) => {
  const { origin, logKey } = await houseBook(page);
  const seen = await readNote(page);
  const checkpoint = openCheckpoint(seen, [logKey]);
  if (checkpoint === null) throw new Error('the book is not signed');
  const forged = bookKeyOf(club, origin).note(origin, checkpoint.size, '5a'.repeat(32));
  let shown = seen;
  await page
    .context()
    .route('**/book/checkpoint', (route) => route.fulfill({ contentType: 'text/plain; charset=utf-8', body: shown }));
  await page.goto('/Book');
  await expect(page.getByRole('heading', { name: NOW_FOLLOWED })).toBeVisible();

  shown = forged;
  await page.goto('/Home');
  const strip = page.getByRole('alert').getByRole('link', { name: /^The public book does not add up/ });
  await expect(strip).toBeVisible({ timeout: 20_000 });
  await strip.click();
  await expect(page.getByRole('heading', { name: 'The house shows two books' })).toBeVisible();
  await expect(page.getByText(seen.split('\n')[2] ?? '')).toBeVisible();
  await expect(page.getByText(forged.split('\n')[2] ?? '')).toBeVisible();
  await expectGoodLook(page, 'a forked book');

  // Showing the right book again does not clear the house.
  shown = seen;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The house shows two books' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the evidence' }).click();
  const evidence = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
  expect(evidence).toMatchObject({ kind: 'fork', seenBefore: { note: seen, logKey }, shownNow: { note: forged } });
  await page.getByRole('button', { name: 'Dismiss and start again' }).click();
  await expect(page.getByRole('heading', { name: NOW_FOLLOWED })).toBeVisible();
  await expect(strip).toBeHidden();
});

test('a member finds their balance in what the house owes; a changed one raises an alarm', async ({ page, club }) => {
  const { userName } = await joinClub(page, club);
  const { origin } = await houseBook(page);
  const debts = makeDebts(userName);
  // The table names no witness.
  const { items } = await (await fetch(`${club.address}/api/book/entries?type=table&limit=1`)).json();
  const table = { ...items[0], seq: 0 };
  const book = makeBook(origin, [table.body, debts.entry.body]);
  await book.serve(page.context());
  const entries = { items: [table], nextCursor: null, total: 1 };
  await page.context().route('**/api/book/entries*', (route) => route.fulfill({ json: entries }));
  await page.context().route('**/api/book/liabilities*', (route) => route.fulfill({ json: debts.list }));
  let owed = { ...debts.owed, inBook: { index: 1, proof: [entryHash(table.body)], checkpoint: book.note() } };
  await page.context().route('**/api/me/owed*', (route) => route.fulfill({ json: { owed } }));
  await page.goto('/Book?tab=debts');
  await expect(
    page.getByRole('heading', { name: `Owed to all members on ${await dayOn(page, '2026-11-20')}` }),
  ).toBeVisible();
  await expect(page.getByText('20,400.00')).toBeVisible();
  // Only the member can tell whether the amount is right.
  await expect(page.getByRole('heading', { name: 'Is this sum correct?' })).toBeVisible();
  await expectGoodLook(page, 'debts before the sum is confirmed');
  await page.getByRole('button', { name: 'Yes, it is correct' }).click();
  await expect(
    page.getByRole('heading', { name: 'Your balance is included, but the total is not witnessed' }),
  ).toBeVisible();
  await expect(page.getByText('You have not confirmed it.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps of the check' });
  await expect(steps).toContainText('Each part leads to the root');
  await expect(steps).toContainText('The entry is in the book that this phone follows.');
  await expect(page.getByRole('main')).toContainText('10,000.00');
  await expectGoodLook(page, 'debts');

  const [split, ...others] = debts.owed.splits;
  if (split === undefined) throw new Error('there are four splits');
  const amountMinor = String(BigInt(split.amountMinor) + 1n);
  owed = { ...owed, owedMinor: '1000001', date: '2026-11-21', splits: [{ ...split, amountMinor }, ...others] };
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This does not add up' })).toBeVisible();
  await page.goto('/Mine');
  await expect(page.getByRole('link', { name: /^Your balance does not match/ })).toBeVisible({ timeout: 20_000 });
});

/** The liabilities of a house with two members, one of them ours with 10,000.00. */
function makeDebts(userName: string) {
  const date = '2026-11-20';
  const leaves = [userName, 'somebody'].flatMap((name, member) =>
    [0, 1, 2, 3].map((split) => ({
      userName: name,
      nonce: toHex(new Uint8Array(32).fill(16 * member + split + 1)),
      split,
      amountMinor: member === 0 ? 250_000n : 260_000n,
    })),
  );
  const tree = buildOwedTree(date, leaves);
  const body = encodeEntry({
    type: 'liabilities',
    date,
    epoch: '7',
    root: tree.root,
    total: String(tree.total),
    leaves: String(tree.leaves),
    turnover: [],
  });
  const entry = { seq: 1, type: 'liabilities', hash: entryHash(body), body, atMs: Date.parse('2026-11-20T00:20:00Z') };
  const shared = { date, root: tree.root, leaves: tree.leaves, entry };
  const splits = leaves.slice(0, 4).map(({ split, nonce, amountMinor }, index) => ({
    split,
    nonce,
    amountMinor: String(amountMinor),
    index,
    path: sumTreePath(tree, index),
  }));
  const owed = {
    format: 'tercet/v1 owed',
    ...shared,
    userName,
    owedMinor: '1000000',
    total: String(tree.total),
    splits,
  };
  const day = {
    ...shared,
    epoch: 7,
    totalMinor: String(tree.total),
    closedAtMs: entry.atMs,
    publishedAtMs: entry.atMs,
  };
  const state = { latestDate: date, dueDate: date, overdue: false };
  return { entry, owed, list: { items: [day], nextCursor: null, total: 1, state } };
}
