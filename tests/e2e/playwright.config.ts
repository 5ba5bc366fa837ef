import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { LOCALE } from './spoken/speech.ts';

export default defineConfig({
  testDir: '.',
  // Each project has clubs of its own: what staff change of a house is nothing that a member's journey counts with.
  projects: [
    { name: 'member', testMatch: '**/*.spec.ts', testIgnore: ['**/console-*.spec.ts', '**/visual.spec.ts'] },
    { name: 'staff', testMatch: '**/console-*.spec.ts', testIgnore: '**/console-overview.spec.ts' },
    // A club that nothing else has happened in, by pictures.
    {
      name: 'visual',
      testMatch: '**/visual.spec.ts',
      use: { launchOptions: await launchOptions({ ownFonts: true }) },
    },
    // The figures of a whole club: whatever another journey left there would be in them.
    { name: 'figures', testMatch: '**/console-overview.spec.ts' },
  ],
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: join(import.meta.dirname, '../../test-results'),
  globalSetup: './kit/setup.ts',
  // Each worker has a club of its own, with its database. Journeys of members move its time from draw to draw.
  workers: 4,
  // Where a club keeps the real time, a draw takes up to 45 seconds by itself.
  timeout: 240_000,
  // A machine that is busy takes its time; what holds is seen at once all the same.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: LOCALE,
    // What a worker answers, no journey can stand in the way of; those of the kept app and of pushes let it in.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    // Recording costs a sixth of each journey: `npx playwright test NAME --trace on` where a picture is not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
