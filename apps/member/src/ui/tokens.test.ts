import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** WCAG 2.2 contrast of the token pairs in use, in both themes. */

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const themes = {
  light: colours(/:root \{([^}]*--paper[^}]*)\}/),
  dark: colours(/\[data-theme=["']dark["']\] \{([^}]*)\}/),
};

const TEXT_MIN = 4.5;
const UI_MIN = 3;
const GROUNDS = ['paper', 'leaf', 'wash'];
const TEXT_PAIRS = [
  ...['ink', 'ink-soft', 'verdigris', 'vermilion'].flatMap((text) => GROUNDS.map((ground) => [text, ground])),
  ...['paper', 'leaf'].map((ground) => ['amber', ground]),
  ...['ink', 'ink-soft', 'verdigris'].map((text) => [text, 'verdigris-tint']),
  ['amber', 'amber-tint'],
  ['ink', 'amber-tint'],
  ['vermilion', 'vermilion-tint'],
  ['on-verdigris', 'verdigris'],
  ['on-verdigris', 'verdigris-deep'],
  ['on-banner', 'banner'],
  ['paper', 'ink'],
];
const UI_PAIRS = [
  ...['paper', 'leaf'].map((ground) => ['line-strong', ground]),
  ...GROUNDS.map((ground) => ['verdigris', ground]),
  ...GROUNDS.map((ground) => ['vermilion', ground]),
  ['amber', 'wash'],
];

describe.each(Object.entries(themes))('%s theme', (_, theme) => {
  it.each(TEXT_PAIRS)('text %s on %s reads', (text, ground) => {
    expect(contrast(theme.get(text!)!, theme.get(ground!)!)).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it.each(UI_PAIRS)('line or icon %s on %s is visible', (line, ground) => {
    expect(contrast(theme.get(line!)!, theme.get(ground!)!)).toBeGreaterThanOrEqual(UI_MIN);
  });
});

it('both themes name the same colours', () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort());
});

function colours(block: RegExp): Map<string, string> {
  const body = block.exec(css)?.[1] ?? '';
  return new Map(Array.from(body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g), ([, name, value]) => [name!, value!]));
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
