import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FFMPEG, type FilmFolder, runBare } from './films.ts';

/** Test films in which white pictures and beeps coincide. */

/** In seconds from the beginning of the film. */
export const FLASHES = [1.2, 3.6] as const;
const SECONDS = 5;
const EVENT_SECONDS = 0.2;
const FLASH_RATE = 50;

const during = (starts: readonly number[]) =>
  starts.map((at) => `between(t,${at.toFixed(4)},${(at + EVENT_SECONDS - 0.001).toFixed(4)})`).join('+');

/** Arguments of ffmpeg for the picture from second `from` on; its own timestamps begin at 0. */
export function flashes(from = 0, { rate = FLASH_RATE, size = '160x90', until = SECONDS } = {}): string[] {
  const at = FLASHES.map((one) => one - from);
  const box = `drawbox=enable='${during(at)}':color=white:t=fill`;
  return ['-f', 'lavfi', '-i', `color=black:size=${size}:rate=${rate}:duration=${until - from},${box}`];
}

/** The same for the sound. */
export function beeps(from = 0, { hz = 48_000, until = SECONDS } = {}): string[] {
  const at = FLASHES.map((one) => one - from);
  return ['-f', 'lavfi', '-i', `aevalsrc='0.5*sin(2*PI*1000*t)*(${during(at)})':s=${hz}:d=${until - from}`];
}

export const AS_MP4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

export interface Starts {
  /** Start of the track in seconds of the film; negative: before the film begins. */
  picture?: number;
  sound?: number;
  /** Timestamp, in seconds, of the film's beginning in the file. */
  zero?: number;
}

/** A film (MOV or MKV) whose sound and picture start at different times. */
export function makeFlashFilm(folder: FilmFolder, name: string, { picture = 0, sound = 0, zero = 0 }: Starts): Buffer {
  const shifted = (from: number, input: string[]) => ['-itsoffset', String(from + zero), ...input];
  const edits = Math.min(picture, sound) < 0 ? ['-avoid_negative_ts', 'disabled'] : [];
  // Encoders start at 0, so encode first and join afterwards.
  runBare(folder, `picture-of-${name}.mkv`, [...flashes(picture), ...AS_MP4]);
  // Without an encoder delay, which Matroska would make part of the sound.
  runBare(folder, `sound-of-${name}.mkv`, [...beeps(sound), '-c:a', 'pcm_s16le']);
  const part = (kind: string) => ['-i', join(folder.path, '..', `${kind}-of-${name}.mkv`)];
  const inputs = [...shifted(picture, part('picture')), ...shifted(sound, part('sound'))];
  return runBare(folder, name, ['-copyts', ...inputs, '-map', '0:v', '-map', '1:a', '-c', 'copy', ...edits]);
}

export interface Heard {
  /** Seconds at which the picture turns white; `beeps`: at which a beep starts. */
  flashes: number[];
  beeps: number[];
  /** Seconds of the first picture and the first sound; `pictures`: of the end of the last picture. */
  starts: [picture: number, sound: number];
  pictures: number;
}

/** Plays a file without its edit lists, as browsers play streams. */
export function playFlashes(folder: FilmFolder, bytes: Buffer): Heard {
  const file = join(folder.path, '..', 'played.mp4');
  writeFileSync(file, bytes);
  const run = (...args: string[]) => {
    const input = ['-hide_banner', '-copyts', '-ignore_editlist', '1', '-i', file];
    const { status, stdout, stderr } = spawnSync(FFMPEG, [...input, ...args], { maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(String(stderr).slice(-500));
    return { stdout, log: String(stderr) };
  };
  const pictures = run('-map', '0:v', '-vf', 'scale=16:16,format=gray,showinfo', '-f', 'null', '-').log;
  const seen = [...pictures.matchAll(/ pts_time:(-?[\d.]+) .* mean:\[(\d+)/g)].map(([, at, mean]) => ({
    at: Number(at),
    isOn: Number(mean) > 120,
  }));
  const sound = run('-map', '0:a?', '-af', 'ashowinfo', '-ac', '1', '-ar', '48000', '-f', 's16le', '-');
  const soundStart = Number(/ pts_time:(-?[\d.]+) /.exec(sound.log)?.[1] ?? 0);
  const samples = new Int16Array(sound.stdout.buffer, sound.stdout.byteOffset, Math.floor(sound.stdout.length / 2));
  const heard: { at: number; isOn: boolean }[] = [];
  // In steps of one millisecond.
  for (let n = 0; n + 48 <= samples.length; n += 48) {
    const isOn = samples.subarray(n, n + 48).some((sample) => Math.abs(sample) > 4_000);
    heard.push({ at: soundStart + n / 48_000, isOn });
  }
  return {
    flashes: onsets(seen, 0),
    beeps: onsets(heard, 0.05),
    starts: [seen[0]?.at ?? Number.NaN, soundStart],
    pictures: seen.length,
  };
}

function onsets(all: readonly { at: number; isOn: boolean }[], quietSeconds: number): number[] {
  const found: number[] = [];
  let lastOn = Number.NEGATIVE_INFINITY;
  for (const { at, isOn } of all) {
    if (!isOn) continue;
    if (at - lastOn > quietSeconds + 0.1) found.push(at);
    lastOn = at;
  }
  return found;
}
