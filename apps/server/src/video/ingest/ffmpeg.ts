import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { FilmFaultCode } from '../films.ts';

/** The file cannot be taken as a film, or the encoder broke down on it. */
export class FilmFault extends Error {
  readonly code: FilmFaultCode;

  constructor(code: FilmFaultCode, what: string = code) {
    super(what);
    this.name = 'FilmFault';
    this.code = code;
  }
}

export interface FfmpegRun {
  args: readonly string[];
  /** Where it writes; names of files in `args` are relative to it. */
  folder: string;
  /** For the whole run (ms). */
  timeoutMs: number;
  /** Told how much of the film is done (ms). */
  onProgress?: (doneMs: number) => void;
  /** Receives standard output line by line; not together with `onProgress`. */
  onLine?: (line: string) => void;
  signal?: AbortSignal;
}

export interface FfmpegResult {
  code: number;
  /** What it said, its end where it said much. */
  log: string;
}

/** Address space; a film of 4K needs about 2 GiB with three renditions. */
const MEMORY_KIB = 6 * 1_024 * 1_024;
/** No file that it writes is larger. */
const FILE_KIB = 4 * 1_024 * 1_024;
const LOG_CHARS_MAX = 64 * 1_024;
/** Of both cores of a small machine, none is taken from who bets. */
const NICE = '10';

/** The system's by its search path, else the one that came with the packages. Throws where there is neither. */
export function findFfmpeg(path: string): string {
  const system = path.split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  const found = system.find((file) => existsSync(file));
  if (found !== undefined) return found;
  const { arch, platform } = process;
  try {
    return createRequire(import.meta.url).resolve(`@ffmpeg-installer/${platform}-${arch}/ffmpeg`);
  } catch {
    throw new Error('there is no ffmpeg, which the role jobs makes films with: install one where PATH leads');
  }
}

/**
 * Runs ffmpeg on files alone, with limits on time, memory, and the size of what it writes, at low priority. Never
 * throws for what ffmpeg says; rejects where it cannot be started.
 */
export function runFfmpeg(ffmpeg: string, run: FfmpegRun): Promise<FfmpegResult> {
  const { args, folder, timeoutMs, onProgress, signal } = run;
  const onLine = onProgress ? progressReader(onProgress) : run.onLine;
  // The shell sets the limits and becomes ffmpeg; arguments never pass through its grammar.
  const limited = `ulimit -v ${MEMORY_KIB}; ulimit -f ${FILE_KIB * 2}; ulimit -c 0; exec nice -n ${NICE} "$0" "$@"`;
  // At this level the log ends with how many pictures were read and decoded.
  const fixed = ['-hide_banner', '-nostdin', '-nostats', '-y', '-loglevel', 'verbose'];
  if (onProgress) fixed.push('-progress', 'pipe:1');
  const child = spawn('/bin/sh', ['-c', limited, ffmpeg, ...fixed, ...args], {
    cwd: folder,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const abort = () => child.kill('SIGKILL');
    // One that ended before is not told of any more.
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_CHARS_MAX);
    });
    if (onLine) readLines(child, onLine);
    else child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve({ code: code ?? -1, log });
    });
  });
}

function readLines({ stdout }: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-LOG_CHARS_MAX);
    for (const line of lines) onLine(line);
  });
}

function progressReader(onProgress: (doneMs: number) => void): (line: string) => void {
  return (line) => {
    // Both names are of microseconds; the first is an old mistake of ffmpeg's.
    const done = /^out_time_(?:ms|us)=(\d+)$/.exec(line)?.[1];
    if (done !== undefined) onProgress(Math.round(Number(done) / 1_000));
  };
}

/** Of a picture that is decoded: 4K, and what its sides are filled up with. A file may tell a smaller one. */
const PIXELS_MAX = 4_096 * 4_096;

/** What the file says of itself stays out of what is made of it, and of what is read about that. */
export const NO_METADATA = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'];

/** Input is a file and nothing that it names: a playlist in a film's clothes opens no address. */
export const INPUT_OPTIONS = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi',
  '-max_pixels',
  String(PIXELS_MAX),
];
