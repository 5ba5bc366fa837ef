import { keepInTime } from '../kit/club-time.ts';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { walkMainPath } from '../pages/main-path.ts';
import { askInEnglish } from '../spoken/ask-in-english.ts';
import { showBothLanguages } from '../spoken/other-words.ts';

// The main path of the table in other languages, and on other screens than a phone's.

for (const [language, dir] of [
  ['mn', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  test(`from Home to the check of a draw in ${language}`, async ({ browser, club, complaints }) => {
    const context = await browser.newContext({ baseURL: club.address, locale: language });
    await complaints.listenTo(context);
    await keepInTime(context, club);
    await askInEnglish(context);
    await showBothLanguages(context, language);
    const page = await context.newPage();
    await joinClub(page, club);
    await walkMainPath(page);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      dir,
    ]);
    await context.close();
  });
}

for (const viewport of [
  { width: 320, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]) {
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    const isPhone = viewport.width < 1024;
    test.use({ viewport, isMobile: isPhone, hasTouch: isPhone });

    test('from Home to the check of a draw', async ({ page, club }) => {
      await joinClub(page, club);
      await walkMainPath(page);
    });
  });
}
