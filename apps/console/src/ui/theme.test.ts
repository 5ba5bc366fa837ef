import { describe, expect, test } from 'vitest';
import { TOKENS } from './theme.ts';

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['light', 'dark'] as const)('%s', (mode) => {
  const token = TOKENS[mode];
  test.each(['ink', 'inkSoft', 'verdigris', 'amber', 'vermilion'] as const)(
    '%s can be read on every ground',
    (text) => {
      for (const ground of ['paper', 'leaf', 'wash'] as const) {
        expect(contrast(token[text], token[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test('buttons can be read', () => {
    expect(contrast(token.onVerdigris, token.verdigris)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token.onVermilion, token.vermilion)).toBeGreaterThanOrEqual(4.5);
  });

  test('the edge of a field can be seen', () => {
    expect(contrast(token.lineStrong, token.leaf)).toBeGreaterThanOrEqual(3);
  });
});
