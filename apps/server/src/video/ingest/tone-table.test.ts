import { describe, expect, test } from 'vitest';
import { toneOf, toneTable } from './tone-table.ts';

const grey = (level: number) => [level, level, level] as const;

describe('colours of HDR on usual screens', () => {
  test.each([
    // White as in ITU-R BT.2408 (203 cd/m²) is bright, but below the maximum.
    ['pq', 0.58, 0.82, 0.95],
    ['hlg', 0.75, 0.82, 0.95],
    // A grey card (26 cd/m²).
    ['pq', 0.38, 0.35, 0.5],
    ['hlg', 0.38, 0.35, 0.5],
    ['pq', 0, 0, 0.001],
    ['hlg', 0, 0, 0.001],
    // 1000 cd/m² and above.
    ['pq', 0.752, 0.99, 1],
    ['hlg', 1, 0.99, 1],
    ['pq', 1, 0.99, 1],
  ] as const)('%s: grey of %d is between %d and %d', (hdr, signal, least, most) => {
    for (const part of toneOf(hdr, grey(signal))) {
      expect(part).toBeGreaterThanOrEqual(least);
      expect(part).toBeLessThanOrEqual(most);
    }
  });

  test.each(['pq', 'hlg'] as const)('%s: what is brighter never becomes darker, and grey stays grey', (hdr) => {
    const steps = Array.from({ length: 101 }, (_, n) => toneOf(hdr, grey(n / 100)));
    for (const [n, [red, green, blue]] of steps.entries()) {
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(0.005);
      if (n > 0) expect(green).toBeGreaterThan((steps[n - 1]?.[1] ?? 0) - 1e-9);
    }
  });

  test('red stays red, as bright as it may be', () => {
    const [red, green, blue] = toneOf('pq', [0.75, 0.3, 0.3]);
    expect(red).toBeGreaterThan(0.9);
    expect(Math.max(green, blue)).toBeLessThan(red / 2);
  });

  test('are a table as ffmpeg reads it, red first', () => {
    const [head, ...rows] = toneTable('hlg').trimEnd().split('\n');
    expect(head).toBe('LUT_3D_SIZE 33');
    expect(rows).toHaveLength(33 ** 3);
    const [red = 0, , blue = 0] = rows[32]?.split(' ').map(Number) ?? [];
    expect(red).toBeGreaterThan(blue);
  });
});
