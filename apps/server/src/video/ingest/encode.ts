import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTER } from '../poster.ts';
import { FilmFault, INPUT_OPTIONS, NO_METADATA, runFfmpeg } from './ffmpeg.ts';
import { codecsOf, mainPlaylist } from './playlist.ts';
import type { FilmFacts } from './probe.ts';
import { type Rendition, renditionsOf } from './renditions.ts';
import { spriteFilter, type ThumbnailGrid, thumbnailGridOf } from './thumbnails.ts';

/** A film as it is served: a folder with `main.m3u8`, a folder for each size, and pictures. */
export interface Encoded {
  renditions: Rendition[];
  /** Null where the film is too short for pictures to seek by. */
  thumbnails: ThumbnailGrid | null;
}

export interface EncodePlan {
  ffmpeg: string;
  /** The film as it was sent. */
  file: string;
  /** Empty; what is made goes here. */
  folder: string;
  facts: FilmFacts;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

const KEYFRAME_SECONDS = 2;
const SOUND_BITRATE = 96_000;
export const SOUND_ARGS = ['-c:a', 'aac', '-b:a', String(SOUND_BITRATE), '-ac', '2', '-ar', '48000'];
/** A slow machine encodes at a tenth of the film's speed; and a little for short ones. */
const TIMEOUT = { factor: 20, atLeastMs: 5 * 60_000 };
/** A film that begins in the dark is better known by what comes later. */
const POSTER_AT = 0.2;
export const SPRITE_NAME = 'sprite.jpg';

/** Of short films the segments are short too: their preview is a part of them, and their first picture soon there. */
export function segmentSecondsOf({ durationMs }: Pick<FilmFacts, 'durationMs'>): number {
  return durationMs < 40_000 ? 2 : 4;
}

/**
 * Makes HLS of it: fMP4 segments, keyframes at the same moments in each size, AAC; a poster, and pictures to seek by:
 * all in one run, which reads the film once. Sound lies in each size: light players know no separate one. Throws a
 * `FilmFault` with `broken` where ffmpeg gives up on the file, and with `encoder` where it was ended or died.
 */
export async function encodeFilm(plan: EncodePlan): Promise<Encoded> {
  const { ffmpeg, folder, facts, onProgress, signal } = plan;
  const { durationMs } = facts;
  const renditions = renditionsOf(facts);
  const thumbnails = thumbnailGridOf(facts);
  const { code, log } = await runFfmpeg(ffmpeg, {
    args: encodeArgs(plan, renditions, thumbnails),
    folder,
    timeoutMs: Math.max(TIMEOUT.atLeastMs, durationMs * TIMEOUT.factor),
    ...(onProgress
      ? { onProgress: (doneMs) => onProgress(Math.min(100, Math.floor((100 * doneMs) / durationMs))) }
      : {}),
    ...(signal ? { signal } : {}),
  });
  // Codes above 128 are of signals, as a shell tells them; no memory left is one of them.
  if (code < 0 || code > 128) throw new FilmFault('encoder', `ffmpeg was ended: ${code}: ${log.trimEnd().slice(-300)}`);
  if (code !== 0) throw new FilmFault('broken', log.trimEnd().slice(-300));
  const codecs = await Promise.all(
    renditions.map(async (_, n) => codecsOf(await readFile(join(folder, `v${n}`, `init_${n}.mp4`)), facts.hasSound)),
  );
  const streams = renditions.map((rendition, n) => ({
    ...rendition,
    codecs: codecs[n] ?? '',
    fps: facts.fps,
    soundBitrate: facts.hasSound ? SOUND_BITRATE : 0,
  }));
  await writeFile(join(folder, 'main.m3u8'), mainPlaylist(streams));
  return { renditions, thumbnails };
}

function encodeArgs(
  { file, facts }: EncodePlan,
  renditions: readonly Rendition[],
  thumbnails: ThumbnailGrid | null,
): string[] {
  const sound = facts.hasSound ? ['-map', '0:a:0'] : [];
  const streams = renditions.map((_, n) => (facts.hasSound ? `v:${n},a:${n}` : `v:${n}`));
  return [
    // What is behind the length that the file itself tells is not asked for: a file may tell a small one, and go on.
    ...[...INPUT_OPTIONS, '-i', file, '-t', String(facts.durationMs / 1_000), ...NO_METADATA],
    ...['-filter_complex', filtersOf(facts, renditions, thumbnails)],
    ...renditions.flatMap((_, n) => ['-map', `[o${n}]`, ...sound]),
    ...encoderArgs(renditions),
    ...(facts.hasSound ? SOUND_ARGS : []),
    ...['-f', 'hls', '-hls_time', String(segmentSecondsOf(facts)), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments', '-hls_segment_filename', 'v%v/s%05d.m4s'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-var_stream_map', streams.join(' '), 'v%v/list.m3u8'],
    ...['-map', '[poster]', '-frames:v', '1', '-q:v', '4', POSTER.name],
    ...(thumbnails ? ['-map', '[sprite]', '-frames:v', '1', '-q:v', '5', SPRITE_NAME] : []),
  ];
}

/** How pictures become H.264, for all sizes. Exported for the benchmark, which gives the same to a bare ffmpeg. */
export function encoderArgs(renditions: readonly Rendition[]): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`],
    ...renditions.flatMap(({ bitrate, bitrateMax }, n) => {
      const rates = { b: bitrate, maxrate: bitrateMax, bufsize: bitrateMax * 2 };
      return Object.entries(rates).flatMap(([name, bits]) => [`-${name}:v:${n}`, String(bits)]);
    }),
  ];
}

function filtersOf(facts: FilmFacts, renditions: readonly Rendition[], thumbnails: ThumbnailGrid | null): string {
  const { width, height } = POSTER;
  const posterAt = ((facts.durationMs * POSTER_AT) / 1_000).toFixed(3);
  const pictures = [
    `[p]select='gte(t,${posterAt})',scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}[poster]`,
    ...(thumbnails ? [`[s]${spriteFilter(thumbnails)}[sprite]`] : []),
  ];
  const inputs = [...renditions.map((_, n) => `[i${n}]`), '[p]', ...(thumbnails ? ['[s]'] : [])];
  const scaled = renditions.map(({ width: w, height: h }, n) => `[i${n}]scale=${w}:${h},setsar=1[o${n}]`);
  return [`[0:V:0]split=${inputs.length}${inputs.join('')}`, ...scaled, ...pictures].join(';');
}
