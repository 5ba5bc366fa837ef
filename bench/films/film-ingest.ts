import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStore } from '@tercet/server/adapters/storage/disk.ts';
import { newId } from '@tercet/server/db/ids.ts';
import { pathOfPart } from '@tercet/server/video/film-store.ts';
import { encoderArgs, SOUND_ARGS, segmentSecondsOf } from '@tercet/server/video/ingest/encode.ts';
import { makeFilm } from '@tercet/server/video/ingest/make-film.ts';
import { probeFilm } from '@tercet/server/video/ingest/probe.ts';
import { renditionsOf } from '@tercet/server/video/ingest/renditions.ts';
import { PART_BYTES } from '@tercet/server/video/uploads.ts';
import { percentile, report } from '../kit/measure.ts';
import { FFMPEG, makeFilmFile, runBare } from './film-kit.ts';

const SECONDS = 24;
const RUNS = 3;

/**
 * Speed of turning an upload into a film, from the first part read to the last file stored, in seconds of film per
 * second. Beside it a plain ffmpeg that makes the same sizes with the same settings. In turn; the median of each.
 */
export async function filmIngest(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tercet-bench-film-'));
  try {
    const bytes = makeFilmFile(folder, 'source.mp4', { seconds: SECONDS, size: '854x480' });
    const store = diskStore(join(folder, 'store'));
    const film = { id: newId(), bytes: bytes.length, received: bytes.length };
    for (let offset = 0; offset < bytes.length; offset += PART_BYTES) {
      const part = bytes.subarray(offset, offset + PART_BYTES);
      await store.put(pathOfPart(film.id, offset), { bytes: part, contentType: '', cacheControl: '' });
    }
    const args = await bareArgs(folder);
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      await makeFilm({ ffmpeg: FFMPEG, store, workDir: folder, film });
      ours.push(performance.now() - start);
      bare.push(runBare(join(folder, 'bare'), args));
    }
    const speedOf = (times: number[]) => (SECONDS * 1_000) / percentile(times, 0.5);
    report('film ingest', speedOf(ours), 's of film/s', speedOf(bare));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bareArgs(folder: string): Promise<string[]> {
  const facts = await probeFilm(FFMPEG, folder, 'source.mp4');
  const renditions = renditionsOf(facts);
  const names = renditions.map((_, n) => `[i${n}]`);
  const scaled = renditions.map(({ width, height }, n) => `[i${n}]scale=${width}:${height},setsar=1[o${n}]`);
  for (const n of renditions.keys()) mkdirSync(join(folder, 'bare', `v${n}`), { recursive: true });
  return [
    ...['-i', '../source.mp4', '-filter_complex', [`[0:v]split=${names.length}${names.join('')}`, ...scaled].join(';')],
    ...renditions.flatMap((_, n) => ['-map', `[o${n}]`, '-map', '0:a']),
    ...[...encoderArgs(renditions, facts), ...SOUND_ARGS],
    ...['-f', 'hls', '-hls_time', String(segmentSecondsOf(facts)), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_segment_filename', 'v%v/s%05d.m4s', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-var_stream_map', renditions.map((_, n) => `v:${n},a:${n}`).join(' '), 'v%v/list.m3u8'],
  ];
}
