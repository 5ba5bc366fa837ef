import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { askInEnglish } from '../spoken/ask-in-english.ts';
import { sayBoth } from '../spoken/other-words.ts';
import { LOCALE } from '../spoken/speech.ts';
import { type Club, startClub } from './club.ts';
import { keepInTime } from './club-time.ts';
import { type Complaints, collectComplaints } from './complaints.ts';

export { expect };

/** Journeys name things in English, whatever their pages speak. For contexts that a journey opens by itself, too. */
export async function sayWordsOfJourneys(context: BrowserContext): Promise<void> {
  if (LOCALE === 'en') return;
  await askInEnglish(context);
  await sayBoth(context, LOCALE);
}

/** The longest wait for something to happen to a draw of the 30-second table: lock, seal, dice and payment. */
export const DRAW_MS_MAX = 75_000;

interface Journey {
  /** True where the journey itself cuts the line: calls without an answer are then no fault. */
  lineMayBreak: boolean;
  /** Of all phones of the journey. There must be none at its end. */
  complaints: Complaints;
  /** One more phone, which shares nothing with the first; by default it opens pages of the club. */
  newPhone(address?: string): Promise<Page>;
}

/** `club` is one whole club for all journeys of a worker; pages open relative to its address. */
export const test = base.extend<Journey, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner finds out by the pattern what a fixture asks for
    async ({}, use, { project }) => {
      // The console compares with the browser's own clock, so that clubs of staff journeys keep the real time.
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
    await sayWordsOfJourneys(context);
    await use(context);
    // A call that a journey stands in the way of may still be under way when it ends.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  newPhone: async ({ browser, complaints, club }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address) => {
      const context = await browser.newContext(address === undefined ? {} : { baseURL: address });
      contexts.push(context);
      await complaints.listenTo(context);
      if (address === undefined || address === club.address) await keepInTime(context, club);
      await sayWordsOfJourneys(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});
