import { FilmFault } from './ffmpeg.ts';
import type { Rendition } from './renditions.ts';

export interface Stream extends Rendition {
  /** As RFC 6381 writes them. */
  codecs: string;
  fps: number;
  /** In bit/s; 0 where the film is silent. */
  soundBitrate: number;
}

/** What a container adds to what is in it. */
const OVERHEAD = 1.05;

/** The playlist of all sizes (RFC 8216, section 4.3.4.2), the largest first. */
export function mainPlaylist(streams: readonly Stream[]): string {
  const lines = streams.flatMap(({ width, height, bitrate, bitrateMax, codecs, fps, soundBitrate }, n) => {
    const facts = [
      `BANDWIDTH=${Math.round((bitrateMax + soundBitrate) * OVERHEAD)}`,
      `AVERAGE-BANDWIDTH=${Math.round((bitrate + soundBitrate) * OVERHEAD)}`,
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
