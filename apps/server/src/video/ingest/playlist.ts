import { FilmFault } from './ffmpeg.ts';
import type { Rendition } from './renditions.ts';

export interface MediaList {
  /** Of the segments, as the playlist names them. */
  segments: { name: string; ms: number }[];
  init: string;
  durationMs: number;
}

/** Reads a playlist of the encoder's (RFC 8216, section 4.3). Throws a `FilmFault` for one that says nothing. */
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

/** The playlist with a last segment that ends with the film: of slides ffmpeg tells a length that is too long. */
export function endedAt(text: string, durationMs: number): string {
  const { segments, durationMs: toldMs } = readMediaList(text);
  const lastMs = Math.max(1, (segments.at(-1)?.ms ?? 0) - Math.max(0, toldMs - durationMs));
  return text.replace(
    /#EXTINF:[\d.]{1,20},(?=\n[^\n]{1,200}\n#EXT-X-ENDLIST)/,
    `#EXTINF:${(lastMs / 1_000).toFixed(6)},`,
  );
}

export interface Stream extends Rendition, Rates {
  /** As RFC 6381 writes them. */
  codecs: string;
  fps: number;
}

/** Of all that a segment holds, in bit/s. */
export interface Rates {
  peak: number;
  average: number;
}

/** Measured: the largest rate of a segment, and of neighbours that last as long as one (RFC 8216, section 4.1). */
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

/** The playlist of all sizes (RFC 8216, section 4.3.4.2), the largest first. */
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

/** AAC-LC, which is all that the encoder makes. */
const SOUND = 'mp4a.40.2';

/**
 * `avc1.` and profile, constraints and level from the decoder's configuration (ISO/IEC 14496-15, 5.3.3.1) in the file
 * that a rendition begins with. Throws a `FilmFault` where there is none.
 */
export function codecsOf(init: Buffer, hasSound: boolean): string {
  const at = init.indexOf('avcC');
  const version = init[at + 4];
  if (at < 0 || version !== 1) throw new FilmFault('encoder', 'the encoder made no H.264');
  const picture = `avc1.${init.subarray(at + 5, at + 8).toString('hex')}`;
  return hasSound ? `${picture},${SOUND}` : picture;
}
