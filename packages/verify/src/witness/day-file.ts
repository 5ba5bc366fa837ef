import { type FileHandle, open } from 'node:fs/promises';

/** A line of a day's file: a cosigned note, or consecutive entries. */
export type Line = { at: number; note: string } | { seq: number; bodies: readonly string[] };

/** The position of a line in its file, and its subject. */
interface Place {
  offset: number;
  length: number;
}

/** Positions of the lines in a day's file. The lines themselves stay on disk. */
export interface DayIndex {
  /** The first entry of the log that this file or a later one can contain. */
  base: number;
  notes: (Place & { at: number })[];
  entries: (Place & { seq: number })[];
}

const NEWLINE = 0x0a;
const HEAD_BYTES = 64;
const PIECE_BYTES = 1 << 20;
const HEAD_PATTERN = /^\{"(base|at|seq)":(\d{1,16})[,}]/;

export function formatBase(base: number): string {
  return `${JSON.stringify({ base })}\n`;
}

/** A line as text. The number comes first, so that the index needs only the start of a line. */
export function formatLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

export function emptyIndex(base: number): DayIndex {
  return { base, notes: [], entries: [] };
}

/** Indexes a line by its start. Throws on a line that this program did not write. */
export function indexLine(index: DayIndex, head: string, place: Place): void {
  const [, kind, text] = HEAD_PATTERN.exec(head) ?? [];
  const number = Number(text);
  if (kind === 'at') index.notes.push({ ...place, at: number });
  else if (kind === 'seq') index.entries.push({ ...place, seq: number });
  else if (kind === 'base') index.base = number;
  else throw new Error('not a line of a witness day file');
}

/** Indexes the first `length` bytes of a file. Throws where it is shorter or malformed. */
export async function readIndex(path: string, length: number): Promise<DayIndex> {
  const file = await open(path, 'r');
  try {
    return await indexOf(file, path, length);
  } finally {
    await file.close();
  }
}

/** Reads lines at the given positions. */
export async function readLines(path: string, places: readonly Place[]): Promise<Line[]> {
  if (places.length === 0) return [];
  const file = await open(path, 'r');
  try {
    const lines: Line[] = [];
    for (const { offset, length } of places) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      lines.push(JSON.parse(buffer.toString('utf8', 0, bytesRead)) as Line);
    }
    return lines;
  } finally {
    await file.close();
  }
}

async function indexOf(file: FileHandle, path: string, length: number): Promise<DayIndex> {
  const index = emptyIndex(0);
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (let at = 0; at < length; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, length - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Error(`${path} is shorter than it was`);
    at += bytesRead;
    rest = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE, start)) {
      const head = rest.toString('latin1', start, Math.min(end, start + HEAD_BYTES));
      indexLine(index, head, { offset, length: end - start });
      offset += end + 1 - start;
      start = end + 1;
    }
    rest = rest.subarray(start);
  }
  return index;
}
