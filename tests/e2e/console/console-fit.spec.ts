import type { Page, Request } from '@playwright/test';
import { filled } from '../kit/filled.ts';
import { heading, menu, menuLink } from '../pages/console.ts';
import { expect, test } from '../pages/console-test.ts';

// Every page of the console on small and large screens of desks.

const WIDTHS = [1024, 1440, 1920];
/** Amounts become more than a billion, as in a busy house. */
const AMOUNT = /("\w*Minor":)"\d+"/g;

test('no page is wider than its window, and no table is cut off', async ({ staff }) => {
  const page = await staff('olga');
  await page.route(/\/api\/console\/(figures|dashboard)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(AMOUNT, '$1"123456789012"');
    await route.fulfill({ response, body });
  });
  const reading = watchRequests(page);
  const names = filled(await menu(page));
  // The first page has been read with the amounts of the club.
  await page.reload();
  for (const name of names) {
    await (await menuLink(page, name)).click();
    await expect(heading(page, /./)).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect.poll(() => reading.size, `${name} is read`).toBe(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => cutOff(page), `${name} at ${width} px`).toEqual([]);
      if (process.env.LOOK)
        await page.screenshot({ path: `${process.env.LOOK}/${name.replaceAll(' ', '-')}-${width}.png` });
    }
  }
});

/** The page's requests that have no answer yet. Streams of events never end, so they are not among them. */
function watchRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/api/console/') && request.resourceType() !== 'eventsource') open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

/** Elements with content beyond their edge that the reader would have to scroll to. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('#page *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => getComputedStyle(one).overflowX !== 'hidden' || one === document.documentElement)
      .map(
        (one) =>
          `${one.ariaLabel ?? one.tagName}, ${one.scrollWidth - one.clientWidth} px: ${one.textContent?.slice(0, 80)}`,
      ),
  );
}
