import type { FilmFaultCode } from '../films.ts';
import { FilmFault, INPUT_OPTIONS, NO_METADATA, runFfmpeg } from './ffmpeg.ts';

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
  const looked = ['-map', '0:V:0', '-map', '0:a:0?', '-t', '0.1', ...NO_METADATA, '-f', 'null', '-'];
  const args = [...INPUT_OPTIONS, '-i', file, ...looked];
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
 * Of what ffmpeg says, in its versions 4 to 7; null where there is no picture or no length. A file writes words of its
 * own into what is said about the input, so size, rate and sound are read of the output, which has none of them: it
 * comes last, decoded and turned. The length is the file's own word in any case; no more than that is encoded. Exported
 * for its test.
 */
export function readFacts(log: string): FilmFacts | null {
  const at = log.lastIndexOf('\nOutput #0, null, to ');
  const [input, output] = [log.slice(0, Math.max(0, at)), log.slice(at)];
  const length = /^ {2}Duration: (\d+):(\d\d):(\d\d)\.(\d\d)/m.exec(input);
  const picture = /^ {1,20}Stream #0:\d{1,4}.{0,80}: Video: .*$/m.exec(output)?.[0] ?? '';
  const size = /, (\d{2,5})x(\d{2,5})[ ,]/.exec(picture);
  const rate = /, ([\d.]+)(k?) (?:fps|tbr|tbn)/.exec(picture);
  if (at === -1 || !length || !size || !rate) return null;
  const [hours = 0, minutes = 0, seconds = 0, hundredths = 0] = length.slice(1).map(Number);
  const [wide = 0, high = 0] = size.slice(1).map(Number);
  const [num = 1, den = 1] = /\[SAR (\d+):(\d+)/.exec(picture)?.slice(1).map(Number) ?? [1, 1];
  return {
    durationMs: ((hours * 60 + minutes) * 60 + seconds) * 1_000 + hundredths * 10,
    // Pixels that are not square are made wider or higher, so that nothing of the picture is lost.
    width: Math.round(wide * Math.max(1, num / den)),
    height: Math.round(high * Math.max(1, den / num)),
    fps: Number(rate[1]) * (rate[2] === 'k' ? 1_000 : 1),
    hasSound: /^ {1,20}Stream #0:\d{1,4}.{0,80}: Audio: /m.test(output),
  };
}
