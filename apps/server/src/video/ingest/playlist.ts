import { FilmFault } from './ffmpeg.ts';
import type { Rendition } from './renditions.ts';

export interface MediaList {
  /** Segments in playlist order. */
  segments: { name: string; ms: number }[];
  init: string;
  durationMs: number;
}

/** Parses an encoder's media playlist (RFC 8216, section 4.3). Throws a `FilmFault` for an empty one. */
export function readMediaList(text: string): MediaList {
  const init = /#EXT-X-MAP:URI="([^"/]+)"/.exec(text)?.[1];
  const segments = [...text.matchAll(/^#EXTINF:([\d.]{1,20}),[^\n]{0,80}\n([^#\s/]{1,200})/gm)].map(
    ([, seconds, name]) => ({
      name: name ?? '',
      ms: Math.round(Number(seconds) * 1_000),
    }),
  );
  if (init === undefined || segments.length === 0) throw new FilmFault('encoder', 'the encoder made no segments');
  return { init, segments, durationMs: segments.reduce((sum, { ms }) => sum + ms, 0) };
}

/** The playlist with its last segment cut to the film's end. For slide shows ffmpeg reports too long a duration. */
export function endedAt(text: string, durationMs: number): string {
  const { segments, durationMs: statedMs } = readMediaList(text);
  const lastMs = Math.max(1, (segments.at(-1)?.ms ?? 0) - Math.max(0, statedMs - durationMs));
  return text.replace(
    /#EXTINF:[\d.]{1,20},(?=\n[^\n]{1,200}\n#EXT-X-ENDLIST)/,
    `#EXTINF:${(lastMs / 1_000).toFixed(6)},`,
  );
}

export interface Stream extends Rendition, Rates {
  /** In RFC 6381 notation. */
  codecs: string;
  fps: number;
}

/** Rates of all content of the segments, in bit/s. */
export interface Rates {
  peak: number;
  average: number;
}

/**
 * Measures the average rate and the peak rate (RFC 8216, section 4.1). The peak is over every run of segments that is
 * at most 1.5 times as long as the longest segment.
 */
export function ratesOf({ segments, durationMs }: MediaList, sizes: readonly number[]): Rates {
  const rate = (bytes: number, ms: number) => Math.ceil((bytes * 8_000) / Math.max(1, ms));
  const longest = Math.max(...segments.map(({ ms }) => ms));
  let peak = 0;
  for (const from of segments.keys()) {
    let [bytes, ms] = [0, 0];
    for (const [n, segment] of segments.slice(from).entries()) {
      bytes += sizes[from + n] ?? 0;
      ms += segment.ms;
      if (n > 0 && ms > longest * 1.5) break;
      peak = Math.max(peak, rate(bytes, ms));
    }
  }
  return {
    peak,
    average: rate(
      sizes.reduce((sum, size) => sum + size, 0),
      durationMs,
    ),
  };
}

/** The master playlist of all sizes (RFC 8216, section 4.3.4.2), largest first. */
export function mainPlaylist(streams: readonly Stream[]): string {
  const lines = streams.flatMap(({ width, height, peak, average, codecs, fps }, n) => {
    const facts = [
      `BANDWIDTH=${peak}`,
      `AVERAGE-BANDWIDTH=${average}`,
      `RESOLUTION=${width}x${height}`,
      `FRAME-RATE=${fps.toFixed(3)}`,
      `CODECS="${codecs}"`,
    ];
    return [`#EXT-X-STREAM-INF:${facts.join(',')}`, `v${n}/list.m3u8`];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}

/** AAC-LC, the only audio format that the encoder makes. */
const SOUND = 'mp4a.40.2';

/**
 * The codec string of an init segment: `avc1.` with profile, constraints and level of the decoder configuration
 * (ISO/IEC 14496-15, 5.3.3.1). Throws a `FilmFault` if there is none.
 */
export function codecsOf(init: Buffer, hasSound: boolean): string {
  const at = init.indexOf('avcC');
  const version = init[at + 4];
  if (at < 0 || version !== 1) throw new FilmFault('encoder', 'the encoder made no H.264');
  const picture = `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`;
  return hasSound ? `${picture},${SOUND}` : picture;
}
