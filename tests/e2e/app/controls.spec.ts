import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';
import { joinClub } from '../kit/members.ts';
import { becomeReady } from '../pages/money-in.ts';

// WCAG 2.2, 1.4.11: what shows where a control is differs from its ground by 3 to 1.

const CONTRAST_MIN = 3;
const PUBLIC = ['/Login', '/Register', '/Recover', '/Video?search=rain'];
const OF_MEMBERS = ['/Recharge', '/Setname', '/BindCard', '/Setting', '/Complaints', '/ServicePage?desk=1', '/Limits'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`each field, switch and box can be seen in ${colorScheme}`, async ({ page, club }) => {
    await page.emulateMedia({ colorScheme });
    const look = async (path: string): Promise<number> => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
      const { count, faint } = await faintControls(page);
      expect.soft(faint, path).toEqual([]);
      return count;
    };
    let seen = 0;
    for (const path of PUBLIC) seen += await look(path);
    await joinClub(page, club);
    await page.goto('/Home');
    await becomeReady(page);
    for (const path of OF_MEMBERS) seen += await look(path);
    expect(seen).toBeGreaterThan(15);
  });
}

/** Controls of which neither edge nor area differs enough from what is around them. */
function faintControls(page: Page): Promise<{ count: number; faint: string[] }> {
  return page.evaluate((min) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'input:not([type=hidden]):not([type=file]), textarea, select, [role=switch], [role=combobox]',
      ),
    ].filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.offsetWidth > 2);
    return { count: controls.length, faint: controls.flatMap(faultOf) };

    /** The control itself, or the box around it that looks like it, has an edge or an area that can be seen. */
    function faultOf(one: HTMLElement): string[] {
      const found: number[] = [];
      let box: HTMLElement | null = one;
      for (let level = 0; box !== null && level < 4; level++, box = box.parentElement) {
        if (box.offsetWidth > one.offsetWidth + 120 && box.offsetHeight > one.offsetHeight + 60) break;
        const ground = groundOf(box.parentElement);
        // A hidden input is drawn by the element beside it.
        const drawn = level === 0 ? [box, box.nextElementSibling, box.previousElementSibling] : [box];
        for (const part of drawn) {
          if (!(part instanceof HTMLElement) || part.offsetWidth > 400) continue;
          const style = getComputedStyle(part);
          if (Number.parseFloat(style.borderTopWidth) > 0) found.push(contrast(style.borderTopColor, ground));
          if (Number.parseFloat(style.borderBottomWidth) > 0) found.push(contrast(style.borderBottomColor, ground));
          found.push(contrast(style.backgroundColor, ground));
        }
      }
      const best = Math.max(0, ...found);
      const name = one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.id;
      return best >= min ? [] : [`${one.tagName} ${one.getAttribute('type') ?? ''} ${name}: ${best.toFixed(2)}`];
    }
    function groundOf(element: HTMLElement | null): string {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (channels(backgroundColor)[3] === 1) return backgroundColor;
      }
      return getComputedStyle(document.body).backgroundColor;
    }
    function channels(colour: string): [number, number, number, number] {
      const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    }
    function contrast(colour: string, ground: string): number {
      const [, , , alpha] = channels(colour);
      const below = channels(ground);
      const mixed = channels(colour)
        .slice(0, 3)
        .map((part, at) => part * alpha + (below[at] ?? 0) * (1 - alpha));
      const [dark = 0, light = 0] = [luminance(mixed), luminance(below)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    }
    function luminance(parts: readonly number[]): number {
      const [r = 0, g = 0, b = 0] = parts.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    }
  }, CONTRAST_MIN);
}
