import { FilmFault, INPUT_OPTIONS, runFfmpeg } from './ffmpeg.ts';

/** A track as its packets describe it. Packets before 0 are decoded and not shown. */
export interface Track {
  /** Number of shown packets. */
  packets: number;
  startMs: number;
  endMs: number;
}

export interface Tracks {
  picture: Track;
  /** Null for a silent film. */
  sound: Track | null;
}

/** Enough for a 16 GiB file on a slow disk. */
const READ_MS = 15 * 60_000;

/**
 * Reads all packets of picture and sound without decoding. WebM from a browser declares no duration, and other files
 * declare a wrong one. Throws a `FilmFault` with `broken` if the file cannot be read to its end.
 */
export async function readTracks(ffmpeg: string, folder: string, file: string): Promise<Tracks> {
  const reader = trackReader();
  const copy = ['-map', '0:V:0', '-map', '0:a:0?', '-c', 'copy', '-copyinkf', '-f', 'framecrc', '-'];
  const args = [...INPUT_OPTIONS, '-i', file, ...copy];
  const { code, log } = await runFfmpeg(ffmpeg, { args, folder, timeoutMs: READ_MS, onLine: reader.read });
  const [picture, sound = null] = reader.tracks();
  if (code !== 0 || !picture) throw new FilmFault('broken', log.trimEnd().slice(-300));
  return { picture, sound };
}

interface Sum extends Track {
  base: [number: number, per: number];
}

/** Parses ffmpeg's `framecrc` output: `#tb TRACK: 1/1000`, then `TRACK, dts, pts, duration, size, checksum`. */
function trackReader() {
  const sums: Sum[] = [];
  return {
    read(line: string): void {
      const base = /^#tb (\d): (\d{1,10})\/(\d{1,10})$/.exec(line);
      if (base) {
        sums[Number(base[1])] = {
          ...{ packets: 0, startMs: Number.POSITIVE_INFINITY, endMs: Number.NEGATIVE_INFINITY },
          base: [Number(base[2]) * 1_000, Number(base[3])],
        };
        return;
      }
      const [track, dts, pts, duration] = line.split(',', 4).map(Number);
      const sum = sums[track ?? -1];
      if (line.startsWith('#') || !sum || dts === undefined || pts === undefined || duration === undefined) return;
      // A packet without a timestamp has the smallest integer as `pts`.
      const at = (Math.abs(pts) < 2 ** 62 ? pts : dts) * (sum.base[0] / sum.base[1]);
      if (at >= 0) sum.packets += 1;
      sum.startMs = Math.min(sum.startMs, at);
      sum.endMs = Math.max(sum.endMs, at + Math.max(0, duration) * (sum.base[0] / sum.base[1]));
    },
    /** Tracks with packets, picture first. */
    tracks(): Track[] {
      return sums
        .filter(({ packets }) => packets > 0)
        .map(({ packets, startMs, endMs }) => ({ packets, startMs, endMs }));
    },
  };
}
