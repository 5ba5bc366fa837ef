import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { HOSTS, PICTURES } from './plan.ts';

const MADE = join(import.meta.dirname, 'made');
const files = HOSTS.flatMap(({ slug }) => PICTURES.map((picture) => `${slug}-${picture}.webp`));

describe('the hosts of the play house', () => {
  test('are 24, each with three pictures, and there are no others', () => {
    expect(HOSTS.length).toBe(24);
    expect(readdirSync(MADE).sort()).toEqual([...files].sort());
  });

  test('stay small, and no two pictures are the same', async () => {
    const sizes = files.map((file) => statSync(join(MADE, file)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60 * 1_024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3 * 1_024 * 1_024);
    expect(new Set(files.map((file) => readFileSync(join(MADE, file), 'base64'))).size).toBe(files.length);
    for (const file of files) {
      const { format, width, height } = await sharp(join(MADE, file)).metadata();
      expect({ format, width, height }).toEqual({ format: 'webp', width: 1_080, height: 1_350 });
    }
  });
});
