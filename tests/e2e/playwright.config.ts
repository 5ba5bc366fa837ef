import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { LOCALE } from './spoken/speech.ts';

export default defineConfig({
  testDir: '.',
  // Each project has its own clubs, so that changes by staff journeys do not reach journeys of members.
  projects: [
    { name: 'member', testMatch: '**/*.spec.ts', testIgnore: ['**/console-*.spec.ts', '**/visual.spec.ts'] },
    { name: 'staff', testMatch: '**/console-*.spec.ts', testIgnore: '**/console-overview.spec.ts' },
    // Screenshots of a club in which nothing else has happened.
    {
      name: 'visual',
      testMatch: '**/visual.spec.ts',
      use: { launchOptions: await launchOptions({ ownFonts: true }) },
    },
    // Figures of a whole club, which other journeys would change.
    { name: 'figures', testMatch: '**/console-overview.spec.ts' },
  ],
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  outputDir: join(import.meta.dirname, '../../test-results'),
  globalSetup: './kit/setup.ts',
  // Each worker has its own club and database. Journeys of members move its time from draw to draw. Three keep two
  // cores busy; another would cost 7 s of CPU to open its club, and 7 % of a core while it runs.
  workers: 3,
  // In a club with the real time a draw takes up to 45 seconds.
  timeout: 240_000,
  // Generous, for a busy machine.
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
    // Journeys cannot intercept requests that a service worker answers. Those of the offline app and of pushes allow
    // it.
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    // A trace costs a sixth of each journey. Use `npx playwright test NAME --trace on` when a screenshot is not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
