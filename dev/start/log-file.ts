import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs';

const BYTES_MAX = 10 * 2 ** 20;
const CHECK_EVERY_LINES = 200;

export interface LogFile {
  path: string;
  write(line: string): void;
}

/** A log of at most two files of `BYTES_MAX` each: the current one and the one before. */
export function openLog(path: string): LogFile {
  let lines = 0;
  return {
    path,
    write(line) {
      try {
        if (lines++ % CHECK_EVERY_LINES === 0 && sizeOf(path) > BYTES_MAX) renameSync(path, `${path}.1`);
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // A full disk must not stop the club because of a log line, so make room.
        rmSync(`${path}.1`, { force: true });
      }
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
