import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import type { Refusal } from '../refusal.ts';
import { type Pictures, type PicturesOptions, startPictures } from './pictures.ts';

let pictures: Pictures;
afterEach(() => pictures.stop());

function start(options: PicturesOptions = {}): Pictures {
  pictures = startPictures(options);
  return pictures;
}

function red(side = 40): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

async function codeOf(drawing: Promise<Uint8Array>): Promise<string> {
  return drawing.then(
    () => 'drawn',
    (refusal: Refusal) => refusal.code,
  );
}

/** The process that reads pictures, or none. */
function readers(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.includes('encode-process'))
    .map((line) => Number.parseInt(line, 10));
}

test('a picture comes out as 256 by 256', async () => {
  const { width, height, format } = await sharp(await start().square(await red())).metadata();
  expect({ width, height, format }).toEqual({ width: 256, height: 256, format: 'webp' });
});

test('more than a few at once are sent away, the others take turns in one process', async () => {
  start({ waitingMax: 3 });
  const picture = await red();
  const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(pictures.square(picture))));
  expect(codes).toEqual(['drawn', 'drawn', 'drawn', 'busy', 'busy']);
  expect(readers()).toHaveLength(1);
  expect(await codeOf(pictures.square(picture))).toBe('drawn');
});

test('what breaks the process breaks one picture, and what takes too long is ended', async () => {
  start({ drawMsMax: 10_000 });
  const picture = await red();
  await pictures.square(picture);
  const broken = codeOf(pictures.square(await red(4_000)));
  for (const pid of readers()) process.kill(pid, 'SIGKILL');
  expect(await broken).toBe('picture-bad');
  expect(await codeOf(pictures.square(picture))).toBe('drawn');
  await pictures.stop();
  start({ drawMsMax: 1 });
  expect(await codeOf(pictures.square(picture))).toBe('busy');
});

test('the process ends when nobody needs it, and with the club', async () => {
  start({ idleMs: 50 });
  await pictures.square(await red());
  expect(readers()).toHaveLength(1);
  await expect.poll(readers).toEqual([]);
  expect(await codeOf(pictures.square(await red()))).toBe('drawn');
  await pictures.stop();
  expect(readers()).toEqual([]);
  expect(await codeOf(pictures.square(await red()))).toBe('busy');
});
