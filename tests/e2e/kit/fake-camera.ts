import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './browser.ts';

const [WIDTH, HEIGHT] = [1280, 720];
const MODULE_PIXELS = 7;
const FRAMES = 4;
const [INK, PAPER, TABLE, NO_COLOUR] = [40, 225, 120, 128];

const FAKE_CAMERA = '--use-fake-device-for-media-stream';
/** Answers the permission prompt, which a headless browser cannot show. */
const FAKE_ANSWER = '--use-fake-ui-for-media-stream';

/** A browser whose camera plays the video at `path` in a loop. */
export function browserWithCamera(video: string): Promise<Browser> {
  return launchWith([FAKE_CAMERA, FAKE_ANSWER, `--use-file-for-fake-video-capture=${video}`]);
}

/** A browser that always denies the camera. */
export function browserWithoutCamera(): Promise<Browser> {
  return launchWith([FAKE_CAMERA, `${FAKE_ANSWER}=deny`]);
}

async function launchWith(more: string[]): Promise<Browser> {
  const options = await launchOptions();
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...more] });
}

/** Writes a video of a code on a grey table, in YUV4MPEG2, the format of the browser's fake camera. */
export function filmCode(path: string, { outline, modules }: { outline: string; modules: number }): void {
  const brightness = Buffer.alloc(WIDTH * HEIGHT, TABLE);
  const side = modules * MODULE_PIXELS;
  const left = Math.floor((WIDTH - side) / 2);
  const top = Math.floor((HEIGHT - side) / 2);
  const paint = (x: number, y: number, width: number, height: number, value: number) => {
    for (let row = y; row < y + height; row++) brightness.fill(value, row * WIDTH + x, row * WIDTH + x + width);
  };
  paint(left, top, side, side, PAPER);
  for (const [, x, y, run] of outline.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const [across, down, width] = [Number(x), Number(y), Number(run)].map((value) => value * MODULE_PIXELS);
    paint(left + (across ?? 0), top + (down ?? 0), width ?? 0, MODULE_PIXELS, INK);
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, NO_COLOUR);
  const frame = [Buffer.from('FRAME\n'), brightness, colour];
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}
