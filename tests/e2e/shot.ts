import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';

// Takes a screenshot: node tests/e2e/shot.ts URL OUT.png [--dark] [--lang ar] [--width 390] [--height 844] [--sign-in
// mira/mira-plays-fair] [--click 'text=Small' --click …] [--wait 500] [--full]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dark: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    lang: { type: 'string', default: 'en' },
    width: { type: 'string', default: '390' },
    height: { type: 'string', default: '844' },
    click: { type: 'string', multiple: true, default: [] },
    'sign-in': { type: 'string' },
    wait: { type: 'string', default: '500' },
  },
});
const [url, path] = positionals;
if (!url || !path) {
  console.error('Usage: node tests/e2e/shot.ts URL OUT.png [--dark] [--lang ar] [--click SELECTOR] …');
  process.exit(1);
}

const browser = await chromium.launch(await launchOptions());
try {
  await take(url, path);
} finally {
  await browser.close();
}

async function take(address: string, file: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: Number(values.width), height: Number(values.height) },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: values.lang,
    colorScheme: values.dark ? 'dark' : 'light',
  });
  // A stored choice overrides the browser's preference.
  await context.addInitScript(
    ([theme, locale]) => {
      localStorage.setItem('tercet.theme', theme);
      localStorage.setItem('tercet.locale', locale);
    },
    [values.dark ? 'dark' : 'light', values.lang] as const,
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page error: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`));
  const [userName, password] = values['sign-in']?.split('/') ?? [];
  if (userName && password) {
    const { origin } = new URL(address);
    const answer = await context.request.post(`${origin}/api/session`, {
      data: { userName, password },
      headers: { origin },
    });
    if (!answer.ok()) throw new Error(`sign-in refused: ${await answer.text()}`);
  }
  await page.goto(address, { waitUntil: 'load' });
  for (const selector of values.click) await page.locator(selector).first().click();
  await page.waitForTimeout(Number(values.wait));
  await page.screenshot({ path: file, fullPage: values.full });
  console.log(`${file}  ${page.url()}`);
}
