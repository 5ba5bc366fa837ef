import type { FilmFaultCode } from '../films.ts';
import { FilmFault, INPUT_OPTIONS, runFfmpeg } from './ffmpeg.ts';

/** What a film is before it is encoded. */
export interface FilmFacts {
  durationMs: number;
  /** As it is shown: turned, and with square pixels. */
  width: number;
  height: number;
  fps: number;
  hasSound: boolean;
}

const PROBE_MS = 20_000;
const DURATION_MS = { min: 4_000, max: 6 * 3_600_000 };
/** 4K, either way up. */
const SIDE_MAX = 4_096;
const SIDE_MIN = 64;
const FPS = { min: 1, max: 120 };

/** Looks at the first moments of a file. Throws a `FilmFault` with a code for what cannot be taken. */
export async function probeFilm(ffmpeg: string, folder: string, file: string): Promise<FilmFacts> {
  const args = [...INPUT_OPTIONS, '-i', file, '-t', '0.1', '-f', 'null', '-'];
  const { code, log } = await runFfmpeg(ffmpeg, { args, folder, timeoutMs: PROBE_MS });
  const facts = readFacts(log);
  if (code !== 0 || facts === null) throw new FilmFault('no-film');
  refuse(facts);
  return facts;
}

function refuse({ durationMs, width, height, fps }: FilmFacts): void {
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
            : fps < FPS.min || fps > FPS.max
              ? 'no-film'
              : null;
  if (fault !== null) throw new FilmFault(fault);
}

/**
 * Of what ffmpeg says about its first input; the same words in its versions 4 to 7. Null where it has no picture or no
 * length. Exported for its test.
 */
export function readFacts(log: string): FilmFacts | null {
  const input = /Input #0, [\s\S]*?(?=\nOutput #0|\nStream mapping|$)/.exec(log)?.[0] ?? '';
  const length = /Duration: (\d+):(\d\d):(\d\d)\.(\d\d)/.exec(input);
  const picture = input
    .split('\n')
    .find((line) => /Stream #0:\d+.*: Video: /.test(line) && !line.includes('attached pic'));
  const size = /, (\d{2,5})x(\d{2,5})[ ,]/.exec(picture ?? '');
  const fps = /, ([\d.]+) (?:fps|tbr)/.exec(picture ?? '')?.[1];
  if (!length || !size || fps === undefined) return null;
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0] = length.slice(1).map(Number);
  const turned = /rotat(?:ion of|e +:) *-?(90|270)/.test(input);
  const [wide = 0, high = 0] = size.slice(1).map(Number);
  const [num = 1, den = 1] = /\[SAR (\d+):(\d+)/
    .exec(picture ?? '')
    ?.slice(1)
    .map(Number) ?? [1, 1];
  const shown = Math.round((wide * num) / den);
  return {
    durationMs: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + hundredths * 10,
    width: turned ? high : shown,
    height: turned ? shown : high,
    fps: Number(fps),
    hasSound: /Stream #0:\d+.*: Audio: /.test(input),
  };
}
