import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../failure.ts';

/** A copied file: path within the copy, length, and SHA-256 in hex. */
export interface CopiedFile {
  path: string;
  bytes: number;
  sha256: string;
}

type OnCopied = (bytes: number, total: number) => void;

/** Folders that a database needs, but not their content. */
const EMPTY = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'log',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|current_logfiles|backup_label(\.old)?|tablespace_map(\.old)?)$/;
const TEMPORARY = /(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/;
/** Recovery starts from this file. It must not be older than the others, so it is copied last. */
const LAST = 'global/pg_control';
const CHUNK = 1 << 20;

/**
 * Copies the folder of a running database between `pg_backup_start` and `pg_backup_stop`. Files may change or vanish
 * meanwhile; WAL replay corrects that. The copy is on disk when this returns.
 */
export function copyCluster(from: string, to: string, onCopied: OnCopied = () => {}): CopiedFile[] {
  const files: CopiedFile[] = [];
  const total = bytesIn(from);
  let bytes = 0;
  walk(from, '', to, (copied) => {
    files.push(...copied);
    for (const file of copied) bytes += file.bytes;
    onCopied(bytes, total);
  });
  files.push(...copyFile(from, LAST, to));
  return files;
}

/** Copies the files that `copyCluster` listed and compares each with its hash. Throws `StartFailure`. */
export function copyNoted(from: string, to: string, noted: readonly CopiedFile[], onCopied: OnCopied = () => {}): void {
  const total = noted.reduce((sum, { bytes }) => sum + bytes, 0);
  let copiedBytes = 0;
  const folders: string[] = [];
  eachFolder(from, '', (path) => {
    mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
    folders.push(path);
  });
  for (const { path, sha256 } of noted) {
    const [copied] = copyFile(from, path, to);
    copiedBytes += copied?.bytes ?? 0;
    onCopied(copiedBytes, total);
    if (copied?.sha256 !== sha256) {
      throw new StartFailure(`${path} in ${from} differs from its backup: use another base`);
    }
  }
  for (const path of folders) syncFolder(join(to, path));
}

function eachFolder(root: string, path: string, act: (path: string) => void): void {
  act(path);
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    if (entry.isDirectory()) eachFolder(root, join(path, entry.name), act);
  }
}

/** Approximate size in bytes of a copy of a cluster. */
function bytesIn(cluster: string): number {
  return namesIn(cluster).reduce((sum, entry) => {
    const path = join(cluster, entry.name);
    if (EMPTY.has(entry.name)) return sum;
    if (entry.isDirectory()) return sum + bytesIn(path);
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}

function walk(root: string, path: string, to: string, onFiles: (copied: readonly CopiedFile[]) => void): void {
  mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  if (EMPTY.has(path)) {
    keepInner(root, path, to);
    return;
  }
  for (const entry of namesIn(join(root, path))) {
    const inner = join(path, entry.name);
    if (LEFT_OUT.test(inner) || TEMPORARY.test(inner) || inner === LAST) continue;
    if (entry.isSymbolicLink()) {
      throw new StartFailure(`${join(root, inner)} leads out of the database's folder and cannot be backed up`);
    }
    if (entry.isDirectory()) walk(root, inner, to, onFiles);
    else onFiles(copyFile(root, inner, to));
  }
  syncFolder(join(to, path));
}

/** PostgreSQL expects folders such as `pg_wal/archive_status` to exist. */
function keepInner(root: string, path: string, to: string): void {
  for (const entry of namesIn(join(root, path))) {
    if (entry.isDirectory()) mkdirSync(join(to, path, entry.name), { recursive: true, mode: 0o700 });
  }
}

function namesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Empty when the file vanished before it was opened. */
function copyFile(root: string, path: string, to: string): CopiedFile[] {
  let source: number;
  try {
    source = openSync(join(root, path), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const target = openSync(join(to, path), 'wx', 0o600);
  try {
    const sha = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK);
    let bytes = 0;
    for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
      const part = chunk.subarray(0, read);
      sha.update(part);
      for (let at = 0; at < read; ) at += writeSync(target, part, at);
      bytes += read;
    }
    fsyncSync(target);
    return [{ path, bytes, sha256: sha.digest('hex') }];
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

export function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
