import { execFileSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
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

function red(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}

async function codeOf(drawing: Promise<Uint8Array>): Promise<string> {
  return drawing.then(
    () => 'drawn',
    (refusal: Refusal) => refusal.code,
  );
}

/** Ids of the processes that read pictures; none or one. */
function readers(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.includes('encode-process'))
    .map((line) => Number.parseInt(line, 10));
}

/**
 * Kills the process while it holds a request. It is stopped first: a process that dies before it got the request
 * blames no file.
 */
async function brokenAmid<T>(ask: () => Promise<T>): Promise<T> {
  for (const pid of readers()) process.kill(pid, 'SIGSTOP');
  const answer = ask();
  await setImmediate();
  for (const pid of readers()) process.kill(pid, 'SIGKILL');
  return answer;
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
  expect(await brokenAmid(() => codeOf(pictures.square(picture)))).toBe('picture-bad');
  expect(await codeOf(pictures.square(picture))).toBe('drawn');
  await pictures.stop();
  start({ drawMsMax: 1 });
  expect(await codeOf(pictures.square(picture))).toBe('busy');
});

test('PDFs are looked at in the same process: one that breaks it is none, and one that takes too long is sent away', async () => {
  const page = Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
  );
  start({ drawMsMax: 10_000 });
  expect(await pictures.inspectPdf(page)).toBe('harmless');
  expect(await pictures.inspectPdf(Buffer.from('%PDF-1.7 but no more'))).toBe('unreadable');
  expect(readers()).toHaveLength(1);
  expect(await brokenAmid(() => pictures.inspectPdf(page))).toBe('unreadable');
  expect(await pictures.inspectPdf(page)).toBe('harmless');
  await pictures.stop();
  start({ drawMsMax: 1 });
  await expect(pictures.inspectPdf(page)).rejects.toMatchObject({ code: 'busy' });
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
