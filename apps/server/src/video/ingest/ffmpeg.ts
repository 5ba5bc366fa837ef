import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { FilmFaultCode } from '../films.ts';

/** A file that cannot become a film, or an encoder failure. */
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
  /** Working directory; file names in `args` are relative to it. */
  folder: string;
  /** Time limit of the whole run in milliseconds. */
  timeoutMs: number;
  /** Called with the milliseconds of film done. */
  onProgress?: (doneMs: number) => void;
  /** Receives standard output line by line; not together with `onProgress`. */
  onLine?: (line: string) => void;
  signal?: AbortSignal;
}

export interface FfmpegResult {
  code: number;
  /** ffmpeg's log; only its end if it is long. */
  log: string;
}

/** Limit of address space; a 4K film needs about 2 GiB with three renditions. */
const MEMORY_KIB = 6 * 1_024 * 1_024;
/** Maximum size of an output file. */
const FILE_KIB = 4 * 1_024 * 1_024;
const LOG_CHARS_MAX = 64 * 1_024;
/** Low priority, so that encoding takes no core from bets. */
const NICE = '10';

/** The system's ffmpeg on the search path, else the bundled one. Throws if there is neither. */
export function findFfmpeg(path: string): string {
  const system = path.split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  const found = system.find((file) => existsSync(file));
  if (found !== undefined) return found;
  const { arch, platform } = process;
  try {
    return createRequire(import.meta.url).resolve(`@ffmpeg-installer/${platform}-${arch}/ffmpeg`);
  } catch {
    throw new Error('ffmpeg not found: the role jobs needs it in PATH to encode films');
  }
}

/**
 * Runs ffmpeg on local files at low priority, with limits on time, memory and output size. An error of ffmpeg is in
 * the result. Rejects only if ffmpeg cannot be started.
 */
export function runFfmpeg(ffmpeg: string, run: FfmpegRun): Promise<FfmpegResult> {
  const { args, folder, timeoutMs, onProgress, signal } = run;
  const onLine = onProgress ? progressReader(onProgress) : run.onLine;
  // The shell sets the limits and then execs ffmpeg. Arguments are passed as parameters, never parsed by the shell.
  const limited = `ulimit -v ${MEMORY_KIB}; ulimit -f ${FILE_KIB * 2}; ulimit -c 0; exec nice -n ${NICE} "$0" "$@"`;
  // At this level the log ends with the numbers of pictures read and decoded.
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
    // A signal that was aborted earlier sends no further event.
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
    // Both fields are in microseconds; `out_time_ms` is an old misnomer of ffmpeg's.
    const done = /^out_time_(?:ms|us)=(\d+)$/.exec(line)?.[1];
    if (done !== undefined) onProgress(Math.round(Number(done) / 1_000));
  };
}

/** Maximum pixels of a decoded picture: 4K with padding. A file may declare fewer than it has. */
const PIXELS_MAX = 4_096 * 4_096;

/** Drops the file's metadata from the output and from the log that is parsed. */
export const NO_METADATA = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'];

/** Input may be a local file only, and nothing that it refers to: a disguised playlist opens no address. */
export const INPUT_OPTIONS = [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts',
  '-max_pixels',
  String(PIXELS_MAX),
];
