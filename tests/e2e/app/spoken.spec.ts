import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { askInEnglish } from '../spoken/ask-in-english.ts';
import { showBothInConsole } from '../spoken/console-words.ts';
import { showBothLanguages } from '../spoken/other-words.ts';

// Tests the tools that let journeys query other languages: the basis of `npm test -- languages`.

for (const [language, dir, letters] of [
  ['mn', 'ltr', /[\u0400-\u04ff]{5}/],
  ['ar', 'rtl', /[\u0600-\u06ff]{5}/],
] as const)
  test(`a page in ${language} shows its own words, and is found by the English ones`, async ({ browser, club }) => {
    const page = await pageIn(browser, language, club.address);
    await page.goto('/Login');
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    await expect(button).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
    await button.click();
    await expect(page.getByRole('textbox', { name: 'User name' })).toHaveAccessibleDescription('Fill in this field.');
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    expect(await button.innerText()).toBe('Sign in');
    // Reading the page directly gives the painted text: no English and no marks.
    const painted = await page.evaluate(() => document.body.innerHTML);
    expect(painted).toMatch(letters);
    expect(painted).not.toMatch(/Sign in|Password|Fill in this field|[\ue000-\ue002]/);
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      language,
      dir,
    ]);
    await page.context().close();
  });

test('the console in Mongolian does so, too', async ({ browser, club }) => {
  const page = await pageIn(browser, 'mn', club.address);
  await page.goto('/console');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const painted = await page.evaluate(() => document.body.innerHTML);
  expect(painted).toMatch(/[\u0400-\u04ff]{5}/);
  expect(painted).not.toMatch(/Sign in|[\ue000-\ue002]/);
  await page.context().close();
});

async function pageIn(browser: Browser, language: string, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: language });
  await askInEnglish(context);
  await showBothLanguages(context, language);
  await showBothInConsole(context, language === 'mn' ? 'mn' : 'en');
  return context.newPage();
}
