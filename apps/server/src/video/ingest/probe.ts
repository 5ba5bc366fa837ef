import { HOUR_MS } from '../../durations.ts';
import type { FilmFaultCode } from '../films.ts';
import { FilmFault, INPUT_OPTIONS, NO_METADATA, runFfmpeg } from './ffmpeg.ts';
import { readTracks, type Tracks } from './tracks.ts';

/** Properties of a film before it is encoded. */
export interface FilmFacts {
  /** Until the end of picture or sound, whichever is later. */
  durationMs: number;
  /** Displayed size: rotated, with square pixels. */
  width: number;
  height: number;
  /** Frame rate of the encoded film. */
  fps: number;
  hasSound: boolean;
  /** Audio channels; 0 for a silent film. */
  channels: number;
  /** Transfer function of an HDR film; null for an SDR film. */
  hdr: Hdr | null;
  /** Milliseconds for which the last picture stays while the sound continues. */
  stillMs: number;
  /** Number of pictures in the file. */
  pictures: number;
}

export type Hdr = 'pq' | 'hlg';

/** Properties of the first picture and the first sound. */
export interface FirstLook extends Pick<FilmFacts, 'width' | 'height' | 'hasSound' | 'channels' | 'hdr'> {
  /** Duration that the file declares; null if it declares none. */
  statedMs: number | null;
  /** ffmpeg's estimate; for variable rates it is the time base. */
  statedFps: number;
}

const PROBE_MS = 20_000;
const DURATION_MS = { min: 4_000, max: 6 * HOUR_MS };
/** 4K, in either orientation. */
const SIDE_MAX = 4_096;
const SIDE_MIN = 64;
/** Slow-motion cameras record 240. */
const PICTURES_PER_SECOND_MAX = 500;
/** Limits of the encoded rate: phones decode no more at the largest size. */
const FPS = { min: 5, max: 60 };
/** Minimum share of the declared length that the file must contain; a shorter one is broken. */
const SHARE_MIN = 0.9;
/** Sound in whole frames ends a little after the picture. */
const TAIL_MS = 100;

/** Probes a file. Throws a `FilmFault` with a code if it cannot become a film. */
export async function probeFilm(ffmpeg: string, folder: string, file: string): Promise<FilmFacts> {
  const look = await lookAt(ffmpeg, folder, file);
  const tracks = await readTracks(ffmpeg, folder, file);
  const { picture, sound } = tracks;
  const soundMs = sound?.endMs ?? 0;
  const durationMs = Math.round(soundMs > picture.endMs + TAIL_MS ? soundMs : picture.endMs);
  const readMs = durationMs - Math.min(0, picture.startMs, sound?.startMs ?? 0);
  if (look.statedMs !== null && readMs < look.statedMs * SHARE_MIN) throw new FilmFault('broken', 'it ends too soon');
  const { statedMs: _, statedFps, ...rest } = look;
  const meanFps = meanOf(tracks);
  const stillMs = Math.max(0, Math.round(durationMs - picture.endMs));
  const facts = { ...rest, durationMs, fps: encodedFps(statedFps, meanFps), stillMs, pictures: picture.packets };
  refuse(facts, meanFps);
  return facts;
}

/** Decodes the first picture and the first sound. */
async function lookAt(ffmpeg: string, folder: string, file: string): Promise<FirstLook> {
  const decode = (...outputs: string[]) =>
    runFfmpeg(ffmpeg, {
      args: [...INPUT_OPTIONS, '-i', file, ...outputs, ...NO_METADATA, '-f', 'null', '-'],
      ...{ folder, timeoutMs: PROBE_MS },
    });
  const picture = ['-map', '0:V:0', '-frames:v', '1'];
  const sound = ['-map', '0:a:0?', '-frames:a', '1', '-af', 'ashowinfo'];
  const { code, log } = await decode(...picture, ...sound);
  const look = code === 0 ? readLook(log) : null;
  if (look !== null) return look;
  if ((await decode(...picture)).code === 0) {
    throw new FilmFault(/Decoder \(codec [\w-]+\) not found/.test(log) ? 'no-sound' : 'broken');
  }
  throw new FilmFault(/^ {1,20}Stream #0:\d{1,4}.{0,80}: Audio: /m.test(log) ? 'no-picture' : 'no-film');
}

function meanOf({ picture }: Tracks): number {
  return (picture.packets * 1_000) / Math.max(1, picture.endMs - Math.max(0, picture.startMs));
}

/**
 * The frame rate to encode at. A steady rate is kept, or divided by a whole number to stay within 60. A variable rate,
 * as of screen recordings, above 60 says nothing: the mean then decides between 30 and 60.
 */
export function encodedFps(reported: number, mean: number): number {
  const isSteady = Math.abs(reported - mean) <= 0.05 * mean;
  if (!isSteady && reported > FPS.max) return mean > 30 ? 60 : 30;
  const rate = reported / Math.ceil(reported / FPS.max);
  return rate < FPS.min ? rate * Math.ceil(FPS.min / rate) : rate;
}

function refuse({ durationMs, width, height }: FilmFacts, meanFps: number): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const fault: FilmFaultCode | null =
    durationMs < DURATION_MS.min
      ? 'too-short'
      : durationMs > DURATION_MS.max
        ? 'too-long'
        : long > SIDE_MAX
          ? 'too-large'
          : short < SIDE_MIN
            ? 'too-small'
            : meanFps > PICTURES_PER_SECOND_MAX
              ? 'too-fast'
              : null;
  if (fault !== null) throw new FilmFault(fault);
}

/**
 * Parses ffmpeg's log, versions 4 to 7; null if there is no picture. A file's own texts appear in the input section.
 * Size, rate and sound are therefore read from the output section, which is last, decoded and rotated. Exported for
 * its test.
 */
export function readLook(log: string): FirstLook | null {
  const at = log.lastIndexOf('\nOutput #0, null, to ');
  const [input, output] = [log.slice(0, Math.max(0, at)), log.slice(at)];
  const picture = /^ {1,20}Stream #0:\d{1,4}.{0,80}: Video: .*$/m.exec(output)?.[0] ?? '';
  const size = /, (\d{2,5})x(\d{2,5})[ ,]/.exec(picture);
  const rate = /, ([\d.]+)(k?) (?:fps|tbr|tbn)/.exec(picture);
  if (at === -1 || !size || !rate) return null;
  const [wide = 0, high = 0] = size.slice(1).map(Number);
  const [num = 1, den = 1] = /\[SAR (\d+):(\d+)/.exec(picture)?.slice(1).map(Number) ?? [1, 1];
  return {
    statedMs: lengthOf(input),
    // Pixels that are not square are stretched, so that no detail is lost.
    width: Math.round(wide * Math.max(1, num / den)),
    height: Math.round(high * Math.max(1, den / num)),
    statedFps: Number(rate[1]) * (rate[2] === 'k' ? 1_000 : 1),
    hasSound: /^ {1,20}Stream #0:\d{1,4}.{0,80}: Audio: /m.test(output),
    channels: Number(/^\[Parsed_ashowinfo_\d+ @ \w+\] n:\d+ .* channels:(\d+) /m.exec(log)?.[1] ?? 0),
    hdr: hdrOf(input, log),
  };
}

function lengthOf(input: string): number | null {
  const length = /^ {2}Duration: (\d+):(\d\d):(\d\d)\.(\d\d), start: (-?[\d.]+)/m.exec(input);
  if (!length) return null;
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0, start = 0] = length.slice(1).map(Number);
  // Matroska counts its duration from 0, wherever the film begins.
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + hundredths * 10 - Math.max(0, start) * 1_000;
}

/** Transfer function of the decoded track; ITU-R BT.2100 defines two. */
function hdrOf(input: string, log: string): Hdr | null {
  const decoded = /^ {2}Stream #0:(\d+) -> #0:0 \(/m.exec(log)?.[1];
  for (const [line, index] of input.matchAll(/^ {1,20}Stream #0:(\d{1,4}).{0,80}: Video: .*$/gm)) {
    const transfer = /\b(?:smpte2084|arib-std-b67)\b/.exec(line)?.[0];
    if (index === decoded && transfer !== undefined) return transfer === 'smpte2084' ? 'pq' : 'hlg';
  }
  return null;
}
