import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accentFault, accentSheet, accentTokens, contrastOf, DEFAULT_ACCENT, TEXT_CONTRAST_MIN } from './accent.ts';

const THEMES = ['light', 'dark'] as const;
const css = readFileSync(new URL('../../../apps/member/src/ui/tokens.css', import.meta.url), 'utf8');

/** Colours of the members' app in a theme. */
function tokensIn(theme: (typeof THEMES)[number]): Record<string, string> {
  const [, light = '', dark = ''] = /:root \{([^}]*)\}[^[]*\[data-theme="dark"\] \{([^}]*)\}/.exec(css) ?? [];
  const body = theme === 'light' ? light : dark;
  return Object.fromEntries(
    Array.from(body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g), ([, name, value]) => [name, value]),
  );
}

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

describe.each(THEMES)('in the %s theme', (theme) => {
  test('the app’s own accent passes, and is that of its tokens', () => {
    expect(accentFault(DEFAULT_ACCENT[theme], theme)).toBeNull();
    expect(tokensIn(theme).verdigris).toBe(DEFAULT_ACCENT[theme]);
    expect(Object.keys(tokensIn(theme))).toEqual(expect.arrayContaining(Object.keys(accentTokens('#123456', theme))));
  });

  test('of all accents that pass, each text reads on the app’s real grounds', () => {
    const grounds = tokensIn(theme);
    let passed = 0;
    for (let hue = 0; hue < 4096; hue += 1) {
      const accent = `#${[...hue.toString(16).padStart(3, '0')].map((digit) => digit + digit).join('')}`;
      const fault = accentFault(accent, theme);
      if (fault !== null) {
        expect(accentFault(fault.better, theme), `${accent} → ${fault.better}`).toBeNull();
        expect(fault.ratio).toBeLessThan(TEXT_CONTRAST_MIN);
        continue;
      }
      passed += 1;
      const tokens = accentTokens(accent, theme);
      for (const ground of [grounds.paper, grounds.leaf, grounds.wash, tokens['verdigris-tint']]) {
        expect(contrastOf(accent, ground ?? '')).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
      }
      expect(contrastOf(tokens['on-verdigris'], accent)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
      expect(contrastOf(grounds['on-banner'] ?? '', tokens.banner)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
    }
    expect(passed).toBeGreaterThan(500);
  });
});

test('a colour that is too light or too dark is refused with its contrast and a better one', () => {
  expect(accentFault('#ffcc00', 'light')).toMatchObject({ theme: 'light', ratio: 1.2 });
  expect(accentFault('#0e6e63', 'dark')).toMatchObject({ theme: 'dark' });
});

test('the style sheet names both themes, and is empty for the app’s own accents', () => {
  expect(accentSheet(DEFAULT_ACCENT)).toBe('');
  expect(accentSheet({ light: '#7a1fa2', dark: '#d9a6f0' })).toMatch(
    /^:root\{--verdigris:#7a1fa2;.+\}\[data-theme=dark\]\{--verdigris:#d9a6f0;[^<>"]+\}$/,
  );
});
