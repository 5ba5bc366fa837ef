import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../kit/browser.ts';
import { startClub } from '../kit/club.ts';
import { HELD_LANGUAGES, HELD_PATHS } from '../kit/held-answers.ts';
import { joinClub } from '../kit/members.ts';
import setup from '../kit/setup.ts';

// node tests/e2e/screens/record.ts: records answers of a seeded club for the screenshots of live screens
// (visual.spec.ts). Record them again, with the screenshots, when their fields change.

/** Until each table has drawn. */
const DRAWN_MS = 100_000;

await setup();
const club = await startClub({ seeded: true });
const browser = await chromium.launch(await launchOptions());
try {
  const page = await (await browser.newContext({ baseURL: club.address })).newPage();
  await joinClub(page, club);
  await new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
  for (const language of HELD_LANGUAGES) {
    const headers = { 'accept-language': language };
    const answers: Record<string, unknown> = {};
    for (const path of HELD_PATHS) answers[path] = await (await page.request.get(path, { headers })).json();
    writeFileSync(join(import.meta.dirname, `../pictures/answers/${language}.json`), `${JSON.stringify(answers)}\n`);
  }
} finally {
  await browser.close();
  await club.stop();
}
