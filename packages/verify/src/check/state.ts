/** The state of a book that this machine keeps between runs. */
import { hash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FateClaim } from '@tercet/fair';
import { CheckFailure } from './failure.ts';

export interface BookState {
  origin: string;
  /** Verifier key that the reader compared with another source. */
  pinnedLogKey: string | null;
  /** Verifier key that the club named when its book was first checked. It is not a pin. */
  firstSeenLogKey: string | null;
  /** Signed note of the largest checkpoint seen. */
  note: string | null;
  /** Witnesses at addresses that the reader confirmed. */
  witnesses: readonly { vkey: string; url: string }[];
  /** The club's claims about draws, newest last. */
  fates: readonly FateClaim[];
}

const VERSION = 2;
const FATES_MAX = 500;

/** Reads a book's state; empty for a new book. Throws a `CheckFailure` on an unreadable file. */
export async function readState(folder: string, origin: string): Promise<BookState> {
  const path = fileOf(folder, origin);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CheckFailure(`${path} cannot be read: ${error.message}`);
  });
  const nothing = { origin, pinnedLogKey: null, firstSeenLogKey: null, note: null, witnesses: [], fates: [] };
  return text === null ? nothing : parseState(text, nothing, path);
}

function parseState(text: string, nothing: BookState, path: string): BookState {
  const damaged = new CheckFailure(`${path} is damaged. Move it away; what it remembered is then lost.`);
  let file: Partial<BookState> & { version?: unknown; logKey?: unknown };
  try {
    file = JSON.parse(text);
  } catch {
    throw damaged;
  }
  if (file === null || typeof file !== 'object' || file.origin !== nothing.origin) throw damaged;
  const note = textOr(file.note);
  // Version 1 stored the key that it saw first and called it pinned.
  if (file.version === undefined) return { ...nothing, firstSeenLogKey: textOr(file.logKey), note };
  if (file.version !== VERSION) throw new CheckFailure(`${path} was written by a newer version of tercet.`);
  return {
    ...nothing,
    pinnedLogKey: textOr(file.pinnedLogKey),
    firstSeenLogKey: textOr(file.firstSeenLogKey),
    note,
    witnesses: listOr(file.witnesses),
    fates: listOr(file.fates),
  };
}

/** Changes some fields atomically: a run that is killed leaves the old file. */
export async function changeState(folder: string, origin: string, change: Partial<BookState>): Promise<void> {
  const state = { version: VERSION, ...(await readState(folder, origin)), ...change };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = fileOf(folder, origin);
  const draft = await open(`${path}.${process.pid}.tmp`, 'w', 0o600);
  try {
    await draft.writeFile(`${JSON.stringify({ ...state, fates: state.fates.slice(-FATES_MAX) }, null, 2)}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${path}.${process.pid}.tmp`, path);
}

function fileOf(folder: string, origin: string): string {
  return join(folder, `${hash('sha256', origin, 'hex').slice(0, 32)}.json`);
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function listOr<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value : [];
}
