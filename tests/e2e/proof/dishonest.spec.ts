import type { Page, Route } from '@playwright/test';
import { parseVerifierKey } from '@tercet/fair';
import { EXPECTED } from '../../../apps/server/tests/dishonest/expected.ts';
import { filled } from '../kit/filled.ts';
import { expect, test } from '../kit/fixtures.ts';
import { startWitnessedClub, type WitnessedClub } from '../kit/witnessed-club.ts';
import { confirmBook, FORGET, FORGET_ALL, setUpPhone, verdictAt } from '../pages/lies.ts';
import { ADDS_UP, confirmKey, expectVerdict, keyPanel, outcomes } from '../pages/proofs.ts';
import { receiptsOn } from '../pages/receipts.ts';
import { checkAlone, nameClub, openAlone } from '../pages/saved-page.ts';

// A table with three witnesses and the house's own beacon. /Verify and the saved page ask the witnesses.

type Subject = 'draw' | 'void';

/** The best verdicts with the house's own beacon. */
const HONEST = { draw: 'time-not-proven', void: 'void-time-not-proven' } as const;
const WITNESSED = 'Seen by outsiders passed';
/** Lies by subject. The command is tested with all lies; those of the house are in lies.spec.ts. */
const NAMES: Readonly<Record<Subject, readonly string[]>> = {
  draw: [
    'void-without-book',
    'void-with-whole-book',
    'void-in-place-of-draw',
    'void-beside-draw',
    'nulls-book-in-time',
    'omits-cosignatures',
    'witness-forges',
  ],
  void: [
    'forged-draw',
    'hides-void',
    'omits-void-entry',
    'changed-odds-in-no-book',
    'swaps-result',
    'witness-silent',
    'witness-knows-nothing',
    'witness-forges',
    'witness-strips-cosignatures',
    'witness-pages-without-end',
    'witness-redirects-to-loopback',
    'witness-never-answers',
  ],
};

let club: WitnessedClub;
test.beforeAll(async () => {
  club = await startWitnessedClub();
});
test.afterAll(async () => {
  await club?.stop();
});

const TOLD = (['draw', 'void'] as const).flatMap((subject) =>
  NAMES[subject].map((name) => ({ subject, name, verdict: verdictOf(name, subject) })),
);

/** The command's verdict. */
function verdictOf(name: string, subject: Subject): string {
  const expected = EXPECTED[name]?.[subject];
  if (expected === undefined) throw new Error(`no verdict on ${name}`);
  const found = typeof expected === 'string' ? expected : expected[3];
  return found === 'honest' ? HONEST[subject] : found;
}

test('a reader confirms the witnesses at their addresses, and sees a draw and a void from outside', async ({
  newPhone,
}) => {
  const phone = await openPhone(newPhone);
  await phone.goto(pathOf('draw'));
  const panel = keyPanel(phone);
  for (const [index, url] of filled([...club.dishonest.witnessUrls.entries()])) {
    await expect(panel).toContainText(nameOf(index));
    await expect(panel).toContainText(url);
  }
  await confirmKey(phone);
  await expectVerdict(phone, ADDS_UP);
  expect(await outcomes(phone)).toContain(WITNESSED);
  const rests = phone.locator('section').filter({ hasText: 'What this check relies on' });
  for (const index of [0, 1, 2]) {
    await expect(rests.getByRole('listitem').filter({ hasText: nameOf(index) })).toContainText('answered');
  }
  expect(await verdictAt(phone, pathOf('void'))).toBe(HONEST.void);
  expect(await outcomes(phone)).toContain(WITNESSED);

  await test.step('a void that one witness does not confirm is not proven', async () => {
    club.dishonest.tell('witness-silent', [1]);
    expect(await verdictAt(phone, pathOf('void'))).toBe('incomplete');
    await expect(phone.getByText('Some witnesses have not answered.').first()).toBeVisible();
    expect(await verdictAt(phone, pathOf('draw'))).toBe(HONEST.draw);
  });
  await test.step('addresses that the house names later are not queried until they are confirmed, too', async () => {
    club.dishonest.tell('names-local-witnesses');
    expect(await verdictAt(phone, pathOf('void'))).toBe(HONEST.void);
    await expect(phone.getByRole('region', { name: 'Witnesses have changed' })).toContainText('169.254.169.254');
    expect(club.dishonest.trap.hits).toEqual([]);
  });
});

test('each lie about witnesses and voids gets the verdict that it deserves', async ({ newPhone }) => {
  const phone = await openPhone(newPhone);
  await confirmBook(phone);
  const found: Record<string, string | null> = {};
  const expected: Record<string, string> = {};
  for (const { subject, name, verdict } of filled(TOLD)) {
    await test.step(`${subject}: ${name}`, async () => {
      club.dishonest.tell(name);
      found[`${subject} ${name}`] = await verdictAt(phone, `${pathOf(subject)}&${FORGET}`);
      expected[`${subject} ${name}`] = verdict;
    });
  }
  expect(found).toEqual(expected);
  expect(club.dishonest.trap.hits, 'nobody was led to another address').toEqual([]);
});

test('the saved page asks the witnesses that its reader confirms', async ({ newPhone }) => {
  club.dishonest.tell(null);
  const {
    alone,
    asked: requested,
    remove,
  } = await openAlone(async () => {
    const phone = await newPhone();
    await setUpPhone(phone, club.nowMs - Date.now());
    return phone;
  });
  const origins = () => new Set(requested.map((url) => new URL(url).origin));
  await nameClub(alone, club.dishonest.url);
  await checkAlone(alone, club.draws.drawn);
  for (const url of filled(club.dishonest.witnessUrls)) await expect(keyPanel(alone)).toContainText(url);
  expect(origins()).toEqual(new Set([club.dishonest.url]));
  await confirmKey(alone);
  await expectVerdict(alone, ADDS_UP);
  expect(await outcomes(alone)).toContain(WITNESSED);
  expect(origins()).toEqual(new Set([club.dishonest.url, ...club.dishonest.witnessUrls]));
  await checkAlone(alone, club.draws.void);
  await expectVerdict(alone, 'This draw is void, but the time is not proven');

  for (const [lie, drawId, title] of [
    ['witness-silent', club.draws.void, 'Evidence is missing'],
    ['void-with-whole-book', club.draws.drawn, 'Evidence is missing'],
    ['void-in-place-of-draw', club.draws.drawn, 'This does not add up'],
  ] as const) {
    await test.step(`${lie}: ${title}`, async () => {
      club.dishonest.tell(lie);
      await checkAlone(alone, drawId);
      await expectVerdict(alone, title);
    });
  }
  remove();
});

test('a phone without the receipt of a bet believes no lie about it', async ({ newPhone }) => {
  const phone = await openPhone(newPhone);
  await confirmBook(phone);
  const path = `/Verify?slip=${club.draws.bets.drawn.slipId}&${FORGET_ALL}`;
  const found: Record<string, string | null> = {};
  for (const name of ['receipt-by-another-key', 'swaps-receipt-owner', 'omits-receipt-signature', 'omits-receipt']) {
    club.dishonest.tell(name);
    found[name] = await verdictAt(phone, path);
  }
  expect(found).toEqual({
    'receipt-by-another-key': 'breach',
    'swaps-receipt-owner': 'breach',
    'omits-receipt-signature': 'incomplete',
    'omits-receipt': 'incomplete',
  });
  club.dishonest.tell(null);
  expect(await verdictAt(phone, path)).toBe(HONEST.draw);
});

test('a bet that the house denies is checked by the receipt that the phone kept', async ({ newPhone }) => {
  const { slipId } = club.draws.bets.drawn;
  const phone = await openPhone(newPhone);
  await confirmBook(phone);
  await expect.poll(() => storedIds(phone)).toContain(slipId);
  await phone.route(new RegExp(`/api/slips/${slipId}`), denied);
  expect(await verdictAt(phone, `/Verify?slip=${slipId}`)).toBe(HONEST.draw);
  expect(await outcomes(phone)).toEqual(expect.arrayContaining(['Your receipt passed', 'Your bet is included passed']));

  await test.step('without the receipt, there is nothing to check', async () => {
    const other = await openPhone(newPhone);
    await other.route(new RegExp(`/api/slips/${slipId}`), denied);
    await other.goto(`/Verify?slip=${slipId}`);
    await expect(other.getByRole('heading', { name: 'This link does not name a bet of yours' })).toBeVisible();
    await expect(other.locator('[data-verdict]')).toHaveCount(0);
  });
});

test('a house that is late with a draw is named on every screen, until it shows the draw', async ({ newPhone }) => {
  // Two draws were due by then. The last bets are well before that.
  const phone = await openPhone(newPhone, -25_000);
  club.dishonest.tell('withholds-draw');
  await confirmBook(phone);
  await phone.goto('/Home');
  const strip = phone.getByRole('link', { name: 'The club is late with a draw that you bet on' });
  await expect(strip).toBeVisible({ timeout: STRIP_MS_MAX });
  await phone.goto('/Book');
  await expect(strip).toBeVisible({ timeout: STRIP_MS_MAX });
  await strip.click();
  await expect(phone).toHaveURL(/Verify\?slip=/);
  await expect(phone.locator('[data-verdict="overdue"]')).toBeVisible();
  club.dishonest.tell(null);
  await phone.goto('/Home');
  await expect(strip).toBeVisible({ timeout: STRIP_MS_MAX });
  await expect(strip).toBeHidden({ timeout: STRIP_MS_MAX });
});

test('a house that does not answer for a draw is named, too', async ({ newPhone }) => {
  const phone = await openPhone(newPhone);
  const handedOut = new Set<string>();
  // It returns each receipt once, and then denies the bet and every draw.
  await phone.route(/\/api\/slips\/[0-9a-f-]{36}/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (!path.endsWith('/proof') || handedOut.has(path)) return denied(route);
    handedOut.add(path);
    return route.fallback();
  });
  await phone.route(/\/api\/draws\//, denied);
  await phone.goto('/Home');
  await expect.poll(() => storedIds(phone)).toContain(club.draws.bets.drawn.slipId);
  const strip = phone.getByRole('link', { name: 'The club does not respond about a draw that you bet on' });
  await expect(async () => {
    // One missing answer may be a network fault. It is asked again when the connection is back.
    await phone.evaluate(() => dispatchEvent(new Event('online')));
    await expect(strip).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: STRIP_MS_MAX });
});

const STRIP_MS_MAX = 40_000;

/** Answers as a house that denies the bet. */
function denied(route: Route): Promise<void> {
  return route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"code":"not-found"}' });
}

async function storedIds(phone: Page): Promise<string[]> {
  return (await receiptsOn(phone)).map(({ slipId }) => slipId);
}

/** A phone with the session of the member who bet, at the club's time plus `moreMs`. */
async function openPhone(newPhone: (address?: string) => Promise<Page>, moreMs = 0): Promise<Page> {
  club.dishonest.tell(null);
  const phone = await newPhone(club.dishonest.url);
  const [name = '', value = ''] = club.cookie.split('=');
  await phone.context().addCookies([{ name, value, url: club.dishonest.url }]);
  await setUpPhone(phone, club.nowMs + moreMs - Date.now());
  return phone;
}

function pathOf(subject: Subject): string {
  return `/Verify?draw=${encodeURIComponent(subject === 'draw' ? club.draws.drawn : club.draws.void)}`;
}

function nameOf(index: number): string {
  return parseVerifierKey(club.witnesses[index]?.vkey ?? '')?.name ?? 'no name';
}
