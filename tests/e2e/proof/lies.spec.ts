import type { Page } from '@playwright/test';
import { DishonestClub, LIES } from '@tercet/dev/dishonest-club/index.ts';
import type { Verdict } from '@tercet/fair';
import { EXPECTED, type Expected, type Found } from '../../../apps/server/tests/dishonest/expected.ts';
import { letDiceFall } from '../kit/club-time.ts';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { confirmBook, FORGET, setUpPhone, verdictAt } from '../pages/lies.ts';
import { letFirstDrawCome } from '../pages/proofs.ts';
import { betOnce, receiptsOn } from '../pages/receipts.ts';

// The lies of `dev/dishonest-club`, told to /Verify. apps/server/tests/dishonest tells all of them to `tercet verify`.

/** The journeys' club runs its own beacon, and its tables name no witnesses. */
const HONEST = 'time-not-proven';
/** Late enough for everything due to be overdue. */
const LATER_MS = 10 * 60_000;

type Subject = 'draw' | 'slip';

interface TestedLie {
  subject: Subject;
  name: string;
  /** Null for the honest verdict. */
  verdict: Verdict | 'failed' | null;
}

const HONEST_ANSWERS: readonly TestedLie[] = [
  { subject: 'draw', name: 'none', verdict: null },
  { subject: 'slip', name: 'none', verdict: null },
];

/** Verdicts of the page where they differ from the command's. */
const ON_PAGE: Readonly<Record<string, Verdict | 'failed'>> = {
  // The user entered the draw's id.
  'omits-draw-id': HONEST,
  'replays-draw': 'breach',
  // The page refutes endless nesting as malformed; the command finds nothing.
  'sends-deep-json': 'breach',
  // This club's table is the first entry of its book, so its proof has no hash to cut.
  'cuts-table-place': HONEST,
  // The page searches the public hashes for the bet itself.
  'omits-slip-path': HONEST,
  // The phone checks the stored receipt of the bet.
  'receipt-by-another-key': HONEST,
  'swaps-receipt-owner': HONEST,
  'omits-receipt-signature': HONEST,
};

/** Leaves nothing to check. */
const HIDDEN = 'hides-draws';
/** Different answers for the next reader. */
const TOLD_TWICE = ['two-fates', 'two-results'];

/** Lies about a draw or a bet that leave the page something to check. */
const LIES_ON_PAGE: readonly TestedLie[] = LIES.flatMap(({ name, club }) => {
  const { draw, slip } = EXPECTED[name] ?? {};
  const expected = draw ?? slip;
  if (club === undefined || expected === undefined || TOLD_TWICE.includes(name) || name === HIDDEN) return [];
  const found = ON_PAGE[name] ?? withoutWitnesses(expected);
  const subject = draw === undefined ? 'slip' : 'draw';
  return found === 'unusable' ? [] : [{ subject, name, verdict: found === 'honest' ? HONEST : found }];
});

function withoutWitnesses(expected: Expected): Found {
  return typeof expected === 'string' ? expected : expected[0];
}

test('each lie about a draw or a bet gets the verdict that it deserves', async ({ page, club, newPhone }) => {
  test.slow();
  await joinClub(page, club);
  // Makes sure that an earlier draw exists, for swaps.
  await letFirstDrawCome(page);
  await expect.poll(() => drawsOf(page), DRAWN).toBeGreaterThan(0);
  const { period, accepted } = await betOnce(page);
  await accepted.getByRole('button', { name: 'Done' }).click();
  await letDiceFall(page, period);
  await expect.poll(() => stateOf(page, period), DRAWN).toBe('settled');
  const { items } = await (await page.request.get('/api/slips?limit=1')).json();
  const { book } = await (await page.request.get(`/api/draws/dice-30/${period}`)).json();
  const paths = { draw: `/Verify?draw=dice-30%2F${period}`, slip: `/Verify?slip=${items[0].id}` };

  const dishonest = await DishonestClub.start({ club: club.address });
  const phone = await openPhone(page, await newPhone(dishonest.url));
  try {
    const found: Record<string, string | null> = {};
    const expected: Record<string, string> = {};
    for (const { subject, name, verdict } of [...HONEST_ANSWERS, ...LIES_ON_PAGE]) {
      await test.step(`${subject}: ${name}`, async () => {
        dishonest.tell(verdict === null ? null : name);
        found[`${subject} ${name}`] = await verdictAt(phone, `${paths[subject]}&${FORGET}`);
        const isReported = verdict !== null && (name !== 'swaps-entries' || book.entries.length > 1);
        expected[`${subject} ${name}`] = isReported ? verdict : HONEST;
      });
    }
    expect(found).toEqual(expected);

    await test.step('a phone that has seen a draw notices when it is hidden', async () => {
      dishonest.tell(HIDDEN);
      await phone.goto(`${paths.draw}&${FORGET}`);
      await expect(phone.getByRole('heading', { name: 'Draw not found' })).toBeVisible();
      dishonest.tell(null);
      expect(await verdictAt(phone, paths.draw)).toBe(HONEST);
      dishonest.tell(HIDDEN);
      await phone.goto(paths.draw);
      await expect(phone.getByRole('heading', { name: 'The house no longer shows this draw' })).toBeVisible();
    });
    // Two members get two answers; a visitor sees both.
    await phone.context().clearCookies();
    for (const name of TOLD_TWICE) {
      await test.step(`${name}: on one phone`, async () => {
        dishonest.tell(null);
        expect(await verdictAt(phone, `${paths.draw}&${FORGET}`)).toBe(HONEST);
        dishonest.tell(name);
        // Every second answer differs.
        await expect.poll(() => verdictAt(phone, paths.draw)).toBe('breach');
        await expect(phone.getByRole('heading', { name: 'Same answer for everyone failed' })).toBeVisible();
      });
    }
    expect(dishonest.trap.hits, 'nobody was led to another address').toEqual([]);
  } finally {
    await phone.close();
    await dishonest.close();
  }
});

const DRAWN = { timeout: DRAW_MS_MAX };

async function stateOf(page: Page, period: number): Promise<string> {
  return (await (await page.request.get(`/api/draws/dice-30/${period}`)).json()).state;
}

/** Number of the half-minute table's draws in the book. */
async function drawsOf(page: Page): Promise<number> {
  const { items } = await (await page.request.get('/api/book/entries?type=draw&limit=100')).json();
  return items.filter(({ body }: { body: string }) => JSON.parse(body).draw_id.startsWith('dice-30/')).length;
}

/** A phone with the member's session that has fetched the bet's receipt and confirmed the key. */
async function openPhone(page: Page, phone: Page): Promise<Page> {
  await phone.context().addCookies(await page.context().cookies());
  await setUpPhone(phone, LATER_MS);
  await confirmBook(phone);
  await expect.poll(async () => (await receiptsOn(phone)).length).toBeGreaterThan(0);
  return phone;
}
