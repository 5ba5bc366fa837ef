import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { askInEnglish } from '../spoken/ask-in-english.ts';
import { showBothLanguages } from '../spoken/other-words.ts';
import { LOCALE } from '../spoken/speech.ts';
import { type Club, startClub } from './club.ts';
import { keepInTime } from './club-time.ts';
import { type Complaints, collectComplaints } from './complaints.ts';

export { expect };

/** Lets journeys name things in English, whatever the language of the pages. Also for contexts that a journey opens. */
export async function showJourneyLanguage(context: BrowserContext): Promise<void> {
  if (LOCALE === 'en') return;
  await askInEnglish(context);
  await showBothLanguages(context, LOCALE);
}

/** The longest wait for a step of a draw of the 30-second table: lock, seal, dice or payout. */
export const DRAW_MS_MAX = 75_000;

interface Journey {
  /** True when the journey cuts the connection: calls without an answer are then no complaint. */
  lineMayBreak: boolean;
  /** Complaints of all phones. There must be none at the end. */
  complaints: Complaints;
  /** Opens another phone without a shared session. Pages are relative to `address`, by default the club's. */
  newPhone(address?: string): Promise<Page>;
}

/** `club` is one club for all journeys of a worker. Pages are relative to its address. */
export const test = base.extend<Journey, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner finds out by the pattern what a fixture asks for
    async ({}, use, { project }) => {
      // The console compares with the browser's own clock, so clubs of staff journeys keep the real time.
      const club = await startClub({ movableClock: project.name === 'member' });
      await use(club);
      await club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ club }, use) => use(club.address),
  lineMayBreak: [false, { option: true }],
  complaints: async ({ lineMayBreak }, use) => {
    const complaints = collectComplaints({ lineMayBreak });
    await use(complaints);
    expect(complaints.list, 'complaints of the browser').toEqual([]);
  },
  context: async ({ context, complaints, club }, use) => {
    await complaints.listenTo(context);
    await keepInTime(context, club);
    await showJourneyLanguage(context);
    await use(context);
    // An intercepted call may still be in flight at the end.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  newPhone: async ({ browser, complaints, club }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address) => {
      const context = await browser.newContext(address === undefined ? {} : { baseURL: address });
      contexts.push(context);
      await complaints.listenTo(context);
      if (address === undefined || address === club.address) await keepInTime(context, club);
      await showJourneyLanguage(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
