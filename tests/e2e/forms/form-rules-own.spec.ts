import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DRAW_MS_MAX, expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { pageHeaders } from '../kit/page-headers.ts';
import { type Form, holdRules } from '../pages/form-rules.ts';
import { row } from '../pages/limits.ts';
import { spanOn } from '../spoken/written.ts';

// The form rules for what members set, create, show and ask.

const limitForms: Form[] = [
  {
    name: 'Limits, an amount',
    async open(page) {
      await page.goto('/Limits');
      await row(page, 'Top-ups', 'In 24 hours').click();
    },
    send: /^Set limit$/,
    needed: ['At most'],
    // The sheet has its own keypad.
    fields: { 'At most': { value: '250', inputmode: 'none', autocomplete: 'off' } },
    call: '/api/me/limits',
  },
  {
    name: 'Limits, minutes',
    async open(page) {
      await page.goto('/Limits');
      await row(page, 'Time', 'Per session').click();
    },
    send: /^Set limit$/,
    needed: ['Minutes'],
    fields: { Minutes: { value: '45', inputmode: 'numeric', autocomplete: 'off' } },
    call: '/api/me/limits',
  },
  {
    name: 'Limits, a time-out',
    open: (page) => openBreak(page, /^Time-out/),
    send: /^Yes, start the time-out$/,
    next: 'Continue',
    needed: [],
    first: async (page) => page.getByRole('dialog').getByRole('button', { name: await spanOn(page, [24, 'hour']) }),
    choose: (page) => page.getByRole('button', { name: 'Custom number of hours' }).click(),
    fields: { Hours: { value: '30', inputmode: 'numeric', autocomplete: 'off' } },
    goOn: (page) => page.getByRole('button', { name: 'Continue', exact: true }).click(),
    call: '/api/me/time-out',
  },
  {
    name: 'Limits, a self-exclusion',
    open: (page) => openBreak(page, /^Self-exclusion/),
    send: /^Yes, exclude me$/,
    next: 'Continue',
    needed: [],
    first: async (page) => page.getByRole('dialog').getByRole('button', { name: await spanOn(page, [6, 'month']) }),
    choose: async (page) => page.getByRole('button', { name: await spanOn(page, [1, 'year']) }).click(),
    fields: {},
    goOn: (page) => page.getByRole('button', { name: 'Continue', exact: true }).click(),
    stays: async (page) =>
      expect(page.getByRole('dialog').getByText(await spanOn(page, [1, 'year']), { exact: true })).toBeVisible(),
    call: '/api/me/self-exclusion',
  },
];

const personForms: Form[] = [
  {
    name: 'Setsex',
    open: async (page) => void (await page.goto('/Setsex')),
    send: /^Woman$/,
    needed: [],
    fields: {},
    call: '/api/me/sex',
  },
  {
    name: 'Avatar',
    async open(page) {
      await page.goto('/Infomation');
      await page.getByRole('button', { name: /^Avatar/ }).click();
    },
    send: /^Two pips$/,
    needed: [],
    fields: {},
    stays: (page) => expect(page.getByRole('dialog').getByRole('button', { pressed: true })).toHaveCount(0),
    call: '/api/me/avatar',
  },
  {
    name: 'Invite',
    open: async (page) => void (await page.goto('/Invite')),
    send: /^(Create code|Creating code)$/,
    needed: [],
    fields: {},
    call: '/api/me/invites',
  },
  {
    name: 'Identity',
    open: async (page) => void (await page.goto('/Identity')),
    send: /^(Continue to the provider|Opening)$/,
    needed: [],
    fields: {},
    call: '/api/me/identity',
  },
];

const questionForm: Form = {
  name: 'A question about a bet',
  async open(page) {
    await page.goto('/GameRecord');
    const bets = page.getByRole('main').getByRole('listitem');
    await bets
      .getByRole('button', { name: /Pending|Won|Lost/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Question this bet' }).click();
  },
  send: /^(Send question|Sending)$/,
  needed: ['What seems wrong?'],
  fields: { 'What seems wrong?': { value: 'The seal does not seem to hold my bet.' } },
  call: '/api/me/complaints',
};

test.use({ lineMayBreak: true, contextOptions: { reducedMotion: 'reduce' } });

test('every form of personal settings keeps the same rules', async ({ page, club }) => {
  await joinClub(page, club);
  await holdRules(page, [...limitForms, ...personForms]);
  // The club has received none of it.
  const { limits } = await (await page.request.get('/api/me/limits')).json();
  expect(limits.filter(({ kind, value }: { kind: string; value: string | null }) => value && kind !== 'check')).toEqual(
    [],
  );
});

test('so does the question about a bet', async ({ page, club }) => {
  await joinClub(page, club);
  await placeBet(page);
  await holdRules(page, [questionForm]);
});

async function openBreak(page: Page, name: RegExp): Promise<void> {
  await page.goto('/Limits');
  await page.getByRole('button', { name }).click();
}

/** Bets by API. The club takes none at the end of a period or before a table's first: try again. */
async function placeBet(page: Page): Promise<void> {
  const headers = await pageHeaders(page);
  await expect(async () => {
    const { current, table } = await (await page.request.get('/api/lotteries/dice-60')).json();
    const placed = await page.request.post('/api/slips', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { drawId: current.drawId, tableHash: table.hash, selections: [{ bet: 'even', stakeMinor: '500' }] },
    });
    expect(placed.ok()).toBe(true);
  }).toPass({ timeout: DRAW_MS_MAX });
}
