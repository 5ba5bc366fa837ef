import { hash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { buildMemberApp } from '@tercet/dev/member-app.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { expect, test } from './fixtures.ts';
import { field } from './pages/forms.ts';
import { expectGoodLook } from './pages/look.ts';
import { checkLatestDraw, chooseFile, expectVerdict, outcomes, saveProof, steps } from './pages/proofs.ts';

const STEPS = [
  'The right book holds',
  'The rules that applied holds',
  'The time was fixed holds',
  // The club of the journeys has no witnesses, and the page does not pretend.
  'Seen from outside cannot be said',
  'Bets sealed before the draw holds',
  'The beacon spoke holds',
  'The dice follow holds',
];
const DAY_MS_MAX = 60_000;

test('a draw is checked step by step, with the values behind a tap and what it rests on', async ({ page, club }) => {
  const drawId = await checkLatestDraw(page);
  expect(await outcomes(page)).toEqual(STEPS);
  const { book, seed } = await (await fetch(`${club.address}/api/draws/${drawId}`)).json();
  for (const [title, name, value] of [
    ['The right book', 'Key of the book', book.logKey],
    ['The dice follow', 'Seed', seed],
  ] as const) {
    const step = steps(page).filter({ hasText: title });
    await step.getByText('The bytes').click();
    await expect(step.locator('dl > div').filter({ hasText: name }).getByRole('definition')).toHaveText(value);
  }
  const rests = page.locator('section').filter({ hasText: 'What this rests on' });
  await expect(rests).toContainText('House-run. Its key is the house');
  await expect(rests).toContainText('None. That the bets were sealed before the draw rests on the house');
  await expect(rests).toContainText('The seal was computed anew from the public hashes of all bets.');
  await expectGoodLook(page, 'the proof of a draw');
});

test('the key of the book is this phone’s own from the second visit on', async ({ page }) => {
  await checkLatestDraw(page);
  await expect(page.getByText('this phone has no earlier one to hold against it')).toBeVisible();
  // The phone follows the book meanwhile; a page that is opened anew finds what was kept.
  await page.goto('/Book');
  await expect(page.getByText(/This phone (follows|has followed)/)).toBeVisible();
  await checkLatestDraw(page);
  await expect(page.getByText(/^Kept here since/)).toBeVisible();
});

test('a number alone is offered with the tables that have it', async ({ page, club }) => {
  const drawId = await checkLatestDraw(page);
  const [key, number = ''] = drawId.split('/');
  const grouped = number.replace(/\B(?=(\d{3})+$)/g, ',');
  await field(page, 'Draw, receipt or saved proof').fill(grouped);
  await page.getByRole('button', { name: 'Check it' }).click();
  await expect(page.getByRole('heading', { name: `Which draw ${number}?` })).toBeVisible();
  const rows = page.getByRole('main').locator(`a[href*="${number}"]`);
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(page).toHaveURL(new RegExp(`draw=${key}%2F${number}`));
  await expectVerdict(page, 'It adds up, on a house-run beacon');
  expect(await outcomes(page)).toEqual(STEPS);

  await page.goto('/Verify?draw=7');
  await expect(page.getByRole('heading', { name: 'There is no such draw' })).toBeVisible();
  expect((await fetch(`${club.address}/api/draws/${key}/7`)).status).toBe(404);
});

test('a whole day is read from the book and checked, with what each table did', async ({ page, club }) => {
  await checkLatestDraw(page);
  await page.goto('/Verify');
  const day = field(page, 'Day (UTC)');
  await day.fill('2999-01-01');
  await page.getByRole('button', { name: 'Check the whole day' }).click();
  await expect(page.getByText('Choose a day up to today.')).toBeVisible();
  await day.fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Check the whole day' }).click();
  await expect(page.getByRole('heading', { name: 'Every draw adds up, on a house-run beacon' })).toBeVisible({
    timeout: DAY_MS_MAX,
  });
  const draws = Number(await page.getByText('Draws', { exact: true }).locator('xpath=../dd').innerText());
  const { total } = await (await fetch(`${club.address}/api/book/entries?type=draw&limit=1`)).json();
  expect(draws).toBeGreaterThan(0);
  expect(draws).toBeLessThanOrEqual(total);
  await expect(page.getByText(/^\d+ of \d+ periods$/).first()).toBeVisible();
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
    await expect(page.getByRole('heading', { name: 'This is not what the book holds' })).toBeVisible({
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

/** What watches over settled draws and over what is owed comes some seconds after the page. */
async function allScriptsCame(page: Page): Promise<void> {
  for (const part of ['breach-strip', 'book-strip', 'use-owed-check']) {
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
      part,
    );
  }
}

test.describe('without a line', () => {
  test.use({ lineMayBreak: true });

  test('a saved proof is checked by the page that is open', async ({ page, context }) => {
    await checkLatestDraw(page);
    const text = readFileSync(await saveProof(page), 'utf8');
    const before = await outcomes(page);
    await page.goto('/Verify');
    await expect(page.getByRole('link', { name: /Half Minute/ })).toBeVisible();
    await allScriptsCame(page);
    await context.setOffline(true);
    await chooseFile(page, 'proof.json', text);
    await expectVerdict(page, 'It adds up, on a house-run beacon');
    expect(await outcomes(page)).toEqual(before);
  });
});

test.describe('the page on its own', () => {
  test('opened from the disk, it comes to the same verdict with no line at all', async ({ page, newPhone }) => {
    const drawId = await checkLatestDraw(page);
    const text = readFileSync(await saveProof(page), 'utf8');
    const inClub = await outcomes(page);
    const { alone, asked, remove } = await openAlone(newPhone);

    await chooseFile(alone, 'proof.json', text);
    await expectVerdict(alone, 'It adds up, on a house-run beacon');
    await expect(alone.getByRole('status')).toContainText('Table, seal, beacon and dice agree');
    // Nothing is pinned there, and it says so; everything else is as it was.
    const without = (list: string[]) => list.filter((title) => !title.startsWith('The right book'));
    expect(without(await outcomes(alone))).toEqual(without(inClub));
    expect(await outcomes(alone)).toContain('The right book cannot be said');
    await expectGoodLook(alone, 'the page on its own');

    await test.step('with the key of the book from elsewhere', async () => {
      const { logKey } = JSON.parse(text).proof.book;
      await alone.getByText('Ask a club, or compare its key').click();
      await field(alone, 'Key of its book').fill(logKey);
      await chooseFile(alone, 'proof.json', text);
      await expect(alone.getByRole('heading', { name: 'The right book holds' })).toBeVisible();
      await field(alone, 'Key of its book').fill('');
    });

    await test.step('a proof that was bent is a breach, with words', async () => {
      for (const [bend, step, words] of BENT) {
        const proof = JSON.parse(text);
        bend(proof.proof);
        await chooseFile(alone, 'proof.json', JSON.stringify(proof));
        await expectVerdict(alone, 'This does not add up');
        await expect(alone.getByRole('heading', { name: `${step} does not hold` })).toBeVisible();
        await expect(alone.getByText(words)).toBeVisible();
        await expect(alone.getByText('Either the house broke its word, or the file was changed')).toBeVisible();
      }
      await chooseFile(alone, 'proof.json', text.slice(0, -40));
      await expect(alone.getByText('a part of it is missing')).toBeVisible();
    });

    await test.step('what needs a club says so', async () => {
      await field(alone, 'Saved proof, receipt or draw').fill(drawId);
      await alone.getByRole('button', { name: 'Check it' }).click();
      await expect(alone.getByText('For this the club has to be asked')).toBeVisible();
    });
    expect(asked, 'it asked nobody for anything').toEqual([]);
    remove();
  });

  test('asks a club where it is told one', async ({ page, newPhone, club }) => {
    const drawId = await checkLatestDraw(page);
    const { alone, asked, remove } = await openAlone(newPhone);
    await alone.context().setOffline(false);
    await alone.getByText('Ask a club, or compare its key').click();
    await field(alone, 'Address of the club').fill(club.address);
    await field(alone, 'Saved proof, receipt or draw').fill(drawId);
    await alone.getByRole('button', { name: 'Check it' }).click();
    await expectVerdict(alone, 'It adds up, on a house-run beacon');
    await expect(alone.getByText('The seal was computed anew from the public hashes')).toBeVisible();
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(new Set([club.address]));
    remove();
  });

  test('is handed out by the club as it was built', async ({ club }) => {
    const built = readFileSync(join(await buildMemberApp(), 'verifier.html'));
    const served = Buffer.from(await (await fetch(`${club.address}/verifier.html`)).arrayBuffer());
    expect(served.equals(built)).toBe(true);
    const { items } = await (await fetch(`${club.address}/api/book/entries?type=rule&limit=100`)).json();
    const rules = items.map(({ body }: { body: string }) => JSON.parse(body));
    const [last] = rules.filter(({ what }: { what: string }) => what === 'verifier-page');
    expect(last).toMatchObject({ value: hash('sha256', built) });
  });
});

interface Proof {
  dice: number[];
  seed: string;
  signature: string;
  book: { entries: string[] };
  entries: { seal: { body: string } };
}

/** What somebody may do to a proof, which step finds it, and how that is told. */
const BENT: [bend: (proof: Proof) => void, step: string, words: string][] = [
  [
    (proof) => {
      proof.dice[0] = ((proof.dice[0] ?? 0) % 6) + 1;
    },
    'The dice follow',
    'Other dice follow from the beacon than those shown.',
  ],
  [(proof) => proof.book.entries.shift(), 'Seen from outside', 'The entries shown are not those that were signed'],
  [
    (proof) => {
      proof.entries.seal.body = proof.entries.seal.body.replace(/"count":"\d+"/, '"count":"987654"');
    },
    'Bets sealed before the draw',
    'The seal shown is not the one that stands in the book.',
  ],
];

/** The page from a folder of its own, in a browser that has no line and notes what it asks for. */
async function openAlone(
  newPhone: () => Promise<Page>,
): Promise<{ alone: Page; asked: readonly string[]; remove(): void }> {
  const folder = temporaryFolder('tercet-alone-');
  const path = join(folder.path, 'verifier.html');
  copyFileSync(join(await buildMemberApp(), 'verifier.html'), path);
  const alone = await newPhone();
  const asked: string[] = [];
  noteAsked(alone.context(), asked);
  await alone.context().setOffline(true);
  await alone.goto(pathToFileURL(path).href);
  await expect(alone.getByRole('heading', { level: 1, name: 'Check a draw' })).toBeVisible();
  return { alone, asked, remove: folder.remove };
}

function noteAsked(context: BrowserContext, asked: string[]): void {
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(request.url());
  });
}
