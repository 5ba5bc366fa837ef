import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { POSTER } from '../poster.ts';
import { FilmFault, INPUT_OPTIONS, NO_METADATA, runFfmpeg } from './ffmpeg.ts';
import { pictureFilters, SOUND_HZ, soundFilters } from './filters.ts';
import { removeEditLists } from './fragments.ts';
import { codecsOf, endedAt, mainPlaylist, ratesOf, readMediaList } from './playlist.ts';
import type { FilmFacts } from './probe.ts';
import { type Rendition, renditionsOf } from './renditions.ts';
import { type ThumbnailGrid, thumbnailGridOf } from './thumbnails.ts';
import { TONE_TABLE, toneTable } from './tone-table.ts';

/** An encoded film: a folder with `main.m3u8`, a folder for each size, and pictures. */
export interface Encoded {
  renditions: Rendition[];
  /** Null if the film is too short for seek thumbnails. */
  thumbnails: ThumbnailGrid | null;
}

export interface EncodePlan {
  ffmpeg: string;
  /** Path of the uploaded film. */
  file: string;
  /** An empty folder for the output. */
  folder: string;
  facts: FilmFacts;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

const KEYFRAME_SECONDS = 2;
const SOUND_BITRATE = 96_000;
export const SOUND_ARGS = ['-c:a', 'aac', '-b:a', String(SOUND_BITRATE), '-ac', '2', '-ar', String(SOUND_HZ)];
/** Time limit: a slow machine encodes at a tenth of the film's speed; short films get a minimum. */
const TIMEOUT = { factor: 20, atLeastMs: 5 * 60_000 };
/**
 * Minimum share of packets that must decode. Files with interlaced or hidden pictures have more packets than pictures.
 */
const DECODED_SHARE_MIN = 0.75;
/** Sound packets that may queue for a picture: half an hour of a still picture. */
const SOUND_AHEAD_MAX = 100_000;
export const SPRITE_NAME = 'sprite.jpg';

/**
 * Segment length. Short films have short segments, so that a preview can be a part of them and the first picture comes
 * soon.
 */
export function segmentSecondsOf({ durationMs }: Pick<FilmFacts, 'durationMs'>): number {
  return durationMs < 40_000 ? 2 : 4;
}

/**
 * Encodes a film as HLS in one run that reads the file once: fMP4 segments, keyframes aligned across sizes, AAC, a
 * poster and seek thumbnails. Each size includes the sound, since light players do not support separate audio. Throws
 * a `FilmFault`: `broken` if ffmpeg fails on the file, `encoder` if ffmpeg was killed or crashed.
 */
export async function encodeFilm(plan: EncodePlan): Promise<Encoded> {
  const { ffmpeg, folder, facts, onProgress, signal } = plan;
  const { durationMs } = facts;
  const renditions = renditionsOf(facts);
  const thumbnails = thumbnailGridOf(facts);
  if (facts.hdr !== null) await writeFile(join(folder, TONE_TABLE), toneTable(facts.hdr));
  const { code, log } = await runFfmpeg(ffmpeg, {
    args: encodeArgs(plan, renditions, thumbnails),
    folder,
    timeoutMs: Math.max(TIMEOUT.atLeastMs, durationMs * TIMEOUT.factor),
    ...(onProgress
      ? { onProgress: (doneMs) => onProgress(Math.min(100, Math.floor((100 * doneMs) / durationMs))) }
      : {}),
    ...(signal ? { signal } : {}),
  });
  await rm(join(folder, TONE_TABLE), { force: true });
  // Shells report signals as codes above 128; running out of memory is among them.
  if (code < 0 || code > 128)
    throw new FilmFault('encoder', `ffmpeg was killed: ${code}: ${log.trimEnd().slice(-300)}`);
  if (code !== 0) throw new FilmFault('broken', log.trimEnd().slice(-300));
  if (decodedOf(log, facts) < facts.pictures * DECODED_SHARE_MIN)
    throw new FilmFault('broken', 'most of its pictures cannot be decoded');
  const streams = await Promise.all(
    renditions.map(async (rendition, n) => {
      const { init, rates } = await finishSize(join(folder, `v${n}`), facts);
      return { ...rendition, ...rates, codecs: codecsOf(init, facts.hasSound), fps: facts.fps };
    }),
  );
  await writeFile(join(folder, 'main.m3u8'), mainPlaylist(streams));
  return { renditions, thumbnails };
}

/** Number of decoded pictures; all, if ffmpeg does not report it. */
function decodedOf(log: string, { pictures }: FilmFacts): number {
  const reported = /^ {2}Input stream #0:\d+ \(video\): \d+ packets read \(\d+ bytes\); (\d+) frames decoded/m.exec(
    log,
  );
  return Number(reported?.[1] ?? pictures);
}

/** Removes the edit lists of one size's files, and measures its rates. */
async function finishSize(folder: string, { durationMs }: FilmFacts) {
  const text = endedAt(await readFile(join(folder, 'list.m3u8'), 'utf8'), durationMs);
  await writeFile(join(folder, 'list.m3u8'), text);
  const list = readMediaList(text);
  const init = await readFile(join(folder, list.init));
  removeEditLists(init);
  await writeFile(join(folder, list.init), init);
  const sizes = await Promise.all(list.segments.map(async ({ name }) => (await stat(join(folder, name))).size));
  return { init, rates: ratesOf(list, sizes) };
}

function encodeArgs(
  { file, facts }: EncodePlan,
  renditions: readonly Rendition[],
  thumbnails: ThumbnailGrid | null,
): string[] {
  const sound = (n: number) => (facts.hasSound ? ['-map', `[a${n}]`] : []);
  const streams = renditions.map((_, n) => (facts.hasSound ? `v:${n},a:${n}` : `v:${n}`));
  return [
    // Screen recordings change their size. Let the scaler follow: a new filter chain would restart at 0.
    ...[...INPUT_OPTIONS, '-reinit_filter', '0', '-i', file, ...NO_METADATA],
    ...['-filter_complex', pictureFilters(facts, renditions, thumbnails)],
    ...(facts.hasSound ? ['-filter_complex', soundFilters(facts, renditions.length)] : []),
    ...renditions.flatMap((_, n) => ['-map', `[o${n}]`, ...sound(n)]),
    ...encoderArgs(renditions, facts),
    ...(facts.hasSound ? SOUND_ARGS : []),
    ...['-max_muxing_queue_size', String(SOUND_AHEAD_MAX)],
    ...['-f', 'hls', '-hls_time', String(segmentSecondsOf(facts)), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments', '-hls_segment_filename', 'v%v/s%05d.m4s'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-var_stream_map', streams.join(' '), 'v%v/list.m3u8'],
    ...['-map', '[poster]', '-frames:v', '1', '-q:v', '4', POSTER.name],
    ...(thumbnails ? ['-map', '[sprite]', '-frames:v', '1', '-q:v', '5', SPRITE_NAME] : []),
  ];
}

/** H.264 encoder options for all sizes. Exported for the benchmark, which gives them to plain ffmpeg. */
export function encoderArgs(renditions: readonly Rendition[], facts: Pick<FilmFacts, 'durationMs'>): string[] {
  // No segment begins so near the end that it would be much shorter than the others.
  const lastSeconds = facts.durationMs / 1_000 - segmentSecondsOf(facts) / 2;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-sc_threshold', '0'],
    // No B-frames, so that pictures are in display order. Reordering would delay the start and require an edit list.
    ...['-bf', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_SECONDS})*lte(t,${lastSeconds})`],
    ...renditions.flatMap(({ bitrate, bitrateMax }, n) => {
      const rates = { b: bitrate, maxrate: bitrateMax, bufsize: bitrateMax * 2 };
      return Object.entries(rates).flatMap(([name, bits]) => [`-${name}:v:${n}`, String(bits)]);
    }),
  ];
}
