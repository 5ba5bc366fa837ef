import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: join(import.meta.dirname, '../../test-results'),
  globalSetup: './setup.ts',
  // Each worker has a club of its own, with its database and its draws every 30 seconds.
  workers: 3,
  // A draw takes up to 45 seconds by itself.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en',
    timezoneId: 'UTC',
    // Recording costs a sixth of each journey: `npx playwright test NAME --trace on` where a picture is not enough.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
