import { type Page, test } from '@playwright/test';
import { isExamined, violationsIn } from '../kit/axe.ts';
import { expect } from '../kit/fixtures.ts';

/** Set by `npm run test:long`. */
export const EVERY_LOOK = process.env.TERCET_LOOKS === 'every';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const [WIDE, NARROW] = [390, 320];
const HEIGHT = 844;

/** Rules that can differ in dark mode or right to left. The other rules see the same document. */
const DARK_RULES = ['color-contrast', 'link-in-text-block'];
const RTL_RULES = ['target-size'];

/**
 * Checks a screen light, dark and right to left by WCAG 2.2 AA, and for overflow, also on a narrow phone and with text
 * twice as large. Restores the page afterwards. A `turned` page was swiped to; its position depends on the initial
 * direction, so it is not checked right to left. Without `EVERY_LOOK` the page is checked once, as it is: for overflow,
 * and by WCAG where the seed of the run chose it.
 */
export async function expectGoodLook(page: Page, name: string, { turned = false } = {}): Promise<void> {
  await test.step(name, async () => {
    const faults: string[] = [];
    if (!EVERY_LOOK) {
      if (isExamined(name)) faults.push(...(await violationsOf(page)));
      faults.push(...(await overflowOf(page)));
      expect.soft(faults, name).toEqual([]);
      return;
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    faults.push(...(await violationsOf(page, DARK_RULES)).map((fault) => `dark: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
    faults.push(...(await violationsOf(page)).map((fault) => `light: ${fault}`));
    faults.push(...(await overflowOf(page)).map((fault) => `${WIDE} px: ${fault}`));
    if (!turned)
      await withRoot(page, 'rtl', async () => {
        faults.push(...(await violationsOf(page, RTL_RULES)).map((fault) => `right to left: ${fault}`));
        faults.push(...(await overflowOf(page)).map((fault) => `right to left: ${fault}`));
      });
    faults.push(...(await overflowOfLarge(page)));
    expect.soft(faults, name).toEqual([]);
  });
}

/** Violations of all rules or of some. Checks again when a toast was fading in. */
async function violationsOf(page: Page, rules: string[] | null = null): Promise<string[]> {
  const first = await violationsAtRest(page, rules);
  return first.length === 0 ? [] : violationsAtRest(page, rules);
}

async function violationsAtRest(page: Page, rules: string[] | null): Promise<string[]> {
  await settle(page);
  // Only this page: the provider's frame has its own test.
  const found = await violationsIn(page, rules ? { type: 'rule', values: rules } : { type: 'tag', values: RULES });
  return found.flatMap(({ id, nodes }) => nodes.map((html) => `${id}: ${html.slice(0, 160)}`));
}

/** Elements that overflow the page or a sheet, and truncated text. */
export async function overflowOf(page: Page): Promise<string[]> {
  await settle(page);
  return page.evaluate(() => {
    const found: string[] = [];
    const frames = [document.documentElement, ...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
    for (const frame of frames) {
      const beyond = frame.scrollWidth - frame.clientWidth;
      if (beyond > 1) found.push(`${frame.tagName.toLowerCase()} is ${beyond} px too wide: ${widest(frame)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.textContent?.trim() && isCut(text)) found.push(`cut off: ${text.textContent.trim().slice(0, 60)}`);
    }
    return found;

    /** The text that overflows most, else the element. */
    function widest(frame: Element): string {
      const isMirrored = getComputedStyle(frame).direction === 'rtl';
      const reach = (element: Element) => {
        const { left, right } = element.getBoundingClientRect();
        return isMirrored ? -left : right;
      };
      const [first] = [...frame.querySelectorAll('*')]
        .filter((element) => element.children.length === 0 && !scrollsSideways(element))
        .sort((one, other) => reach(other) - reach(one));
      return first === undefined ? '' : first.textContent?.trim().slice(0, 60) || first.outerHTML.slice(0, 100);
    }

    function scrollsSideways(element: Element): boolean {
      for (let around = element.parentElement; around !== null; around = around.parentElement)
        if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(around).overflowX)) return true;
      return false;
    }

    function isCut(text: Node): boolean {
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let around = text.parentElement; around !== null; around = around.parentElement) {
        const frame = around.getBoundingClientRect();
        // Ignore content for screen readers only, off-screen slides, and lines that end in … and expand on a tap.
        if (frame.width <= 1 || around.closest('[aria-roledescription], [inert], [aria-hidden="true"]')) return false;
        const { overflowX, textOverflow } = getComputedStyle(around);
        if (textOverflow === 'ellipsis' && around.closest('button, a') !== null) return false;
        if (!['hidden', 'clip'].includes(overflowX)) continue;
        if (box.right > frame.right + 1 || box.left < frame.left - 1) return true;
      }
      return false;
    }
  });
}

/** Overflow with text twice as large or on a narrow page. */
export async function overflowOfLarge(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await withRoot(page, 'large', async () => {
    faults.push(...(await overflowOf(page)).map((fault) => `letters twice as large: ${fault}`));
  });
  await page.setViewportSize({ width: NARROW, height: HEIGHT });
  faults.push(...(await overflowOf(page)).map((fault) => `${NARROW} px: ${fault}`));
  await page.setViewportSize({ width: WIDE, height: HEIGHT });
  return faults;
}

/** Waits for animations to end, and for tabs to stop sliding, which scripts move. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const places = () =>
      [...document.querySelectorAll('[role="tabpanel"]:not([inert])')].map((panel) => panel.getBoundingClientRect().x);
    await document.fonts.ready;
    // Layout that depends on the page's size follows a frame later.
    for (let rest = 0; rest < 2; rest += 1) await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    for (let before = ''; before !== places().join(); await frame()) before = places().join();
  });
}

async function withRoot(page: Page, how: 'rtl' | 'large', act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate((wanted) => {
    const { dir } = document.documentElement;
    if (wanted === 'rtl') document.documentElement.dir = 'rtl';
    else document.documentElement.style.fontSize = '200%';
    return dir;
  }, how);
  await act();
  await page.evaluate((dir) => {
    document.documentElement.dir = dir;
    document.documentElement.style.fontSize = '';
  }, before);
}
