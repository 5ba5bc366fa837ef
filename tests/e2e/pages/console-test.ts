import type { Page } from '@playwright/test';
import { test as base } from '../kit/fixtures.ts';
import { openDesk, signInAs } from './console.ts';

export { expect } from '../kit/fixtures.ts';

interface StaffJourney {
  /** A console in a separate browser context, signed in as one of the demo staff. */
  staff(name: string): Promise<Page>;
}

/** Journeys of staff. */
export const test = base.extend<StaffJourney>({
  staff: async ({ browser, club, complaints }, use) => {
    await use(async (name) => {
      const page = await openDesk(browser, club, complaints);
      await signInAs(page, club, name);
      return page;
    });
  },
});
