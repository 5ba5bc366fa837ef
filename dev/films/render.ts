import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFfmpeg } from '@tercet/server/video/ingest/ffmpeg.ts';
import sharp from 'sharp';
import { type Drawing, svgOf } from './draw/drawing.ts';
import { Band, RATE } from './sound/band.ts';

/** Frames that are drawn at the same time. */
const FRAMES_AT_ONCE = 4;
const COVER = { width: 640, height: 360 };
/** Of 15 films only a few megabytes are kept: drawings have flat colours, and tones are simple. */
const QUALITY = { crf: 31, sound: '40k', soundRate: 32_000 };

/** Draws the whole film into an MP4. The same drawing gives the same file with the same ffmpeg. */
export async function renderMaster(drawing: Drawing, folder: string, file: string): Promise<void> {
  const { width, height, fps, seconds } = drawing;
  const sound = join(folder, 'sound.pcm');
  const band = new Band(seconds);
  drawing.sound(band);
  await writeFile(sound, band.pcm());
  const ffmpeg = spawn(
    // Always the one that came with the packages: the files are to be the same everywhere.
    findFfmpeg(''),
    [
      ...['-hide_banner', '-loglevel', 'error', '-y', '-fflags', '+bitexact'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
      ...['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', sound],
      ...[
        '-vf',
        'scale=out_color_matrix=bt709',
        '-colorspace',
        'bt709',
        '-color_primaries',
        'bt709',
        '-color_trc',
        'bt709',
      ],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'slow',
        '-tune',
        'animation',
        '-crf',
        String(QUALITY.crf),
        '-pix_fmt',
        'yuv420p',
      ],
      ...[
        '-g',
        String(fps * 10),
        '-threads',
        '1',
        '-c:a',
        'aac',
        '-b:a',
        QUALITY.sound,
        '-ar',
        String(QUALITY.soundRate),
        '-flags',
        '+bitexact',
      ],
      ...['-movflags', '+faststart', '-map_metadata', '-1', file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const ended = once(ffmpeg, 'close');
  for await (const frame of framesOf(drawing)) {
    if (!ffmpeg.stdin.write(frame)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended]);
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

async function* framesOf(drawing: Drawing): AsyncGenerator<Buffer> {
  const count = Math.round(drawing.seconds * drawing.fps);
  const ahead: Promise<Buffer>[] = [];
  for (let frame = 0; frame < count; frame++) {
    ahead.push(rawFrame(drawing, frame / drawing.fps));
    if (ahead.length === FRAMES_AT_ONCE) yield (await ahead.shift()) as Buffer;
  }
  for (const frame of ahead) yield await frame;
}

function rawFrame(drawing: Drawing, t: number): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(drawing, t)))
    .flatten({ background: '#FAF8F3' })
    .raw()
    .toBuffer();
}

/** The still for lists, of the drawing itself: sharper than a frame of the film. */
export function renderCover(drawing: Drawing): Promise<Buffer> {
  const view = drawing.coverView === undefined ? {} : { view: drawing.coverView };
  return sharp(Buffer.from(svgOf(drawing, drawing.coverAt, { ...COVER, ...view })))
    .flatten({ background: '#FAF8F3' })
    .webp({ quality: 78, effort: 6 })
    .toBuffer();
}

const SHEET = { columns: 4, rows: 3, width: 320, gap: 4 };

/** Moments of the film side by side, as PNG: to look at while drawing. */
export async function renderSheet(drawing: Drawing): Promise<Buffer> {
  const { columns, rows, width, gap } = SHEET;
  const height = Math.round((width * drawing.height) / drawing.width);
  const count = columns * rows;
  const stills = Array.from({ length: count }, async (_, index) => ({
    input: await sharp(Buffer.from(svgOf(drawing, (drawing.seconds * (index + 0.5)) / count, { width, height })))
      .png()
      .toBuffer(),
    left: (index % columns) * (width + gap),
    top: Math.floor(index / columns) * (height + gap),
  }));
  const sheet = {
    width: columns * (width + gap),
    height: rows * (height + gap),
    channels: 3,
    background: '#888',
  } as const;
  return sharp({ create: sheet })
    .composite(await Promise.all(stills))
    .png()
    .toBuffer();
}
