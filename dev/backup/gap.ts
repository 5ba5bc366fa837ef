import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../failure.ts';
import { archivedWalFiles } from './archive.ts';
import type { Base } from './bases.ts';

/** A WAL segment's name: 8 hex digits of the timeline and 16 of the position. */
const PIECE = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const PIECES_A_PAGE = 0x100n;
const PIECE_BYTES = 16n * 1_024n * 1_024n;

/** A timeline of the WAL. A restored database continues on the next one. */
interface Timeline {
  id: string;
  first: bigint;
  /** Position of its last segment; null for the newest timeline. */
  last: bigint | null;
}

/**
 * Throws `StartFailure` when a segment is missing between a base and the end of the newest timeline. PostgreSQL would
 * take the gap for the end and lose everything after it.
 */
export function refuseGap(
  folder: string,
  { firstLog, lastLog }: Pick<Base, 'firstLog' | 'lastLog'>,
  alsoIn: string | null,
): void {
  const names = new Set([...archivedWalFiles(folder), ...(alsoIn === null ? [] : readdirSync(alsoIn))]);
  const lines = timelinesOf(folder, alsoIn, names);
  const [newest, needed] = [newestPlace(lines, names), placeOf(lastLog)];
  for (let place = placeOf(firstLog); place <= newest || place <= needed; place++) {
    const isThere = lines.some(
      (line) => line.first <= place && (line.last === null || place <= line.last) && names.has(nameOf(line.id, place)),
    );
    if (isThere) continue;
    throw new StartFailure(
      `The log in ${folder} has a gap: ${nameOf(lines.at(-1)?.id ?? '', place)} is missing, and later pieces are there; ` +
        'find it (--wal FOLDER names a folder with more pieces), or say --until a moment before the gap',
    );
  }
}

/** The newest timeline and its ancestors, oldest first. */
function timelinesOf(folder: string, alsoIn: string | null, names: ReadonlySet<string>): Timeline[] {
  const history = [...names]
    .filter((name) => HISTORY.test(name))
    .sort()
    .at(-1);
  if (history === undefined) return [{ id: '00000001', first: 0n, last: null }];
  const plain = alsoIn === null ? null : join(alsoIn, history);
  const text =
    plain !== null && existsSync(plain)
      ? readFileSync(plain, 'utf8')
      : gunzipSync(readFileSync(join(folder, 'wal', `${history}.gz`))).toString();
  const lines: Timeline[] = [];
  let first = 0n;
  for (const [, id = '', high = '', low = ''] of text.matchAll(/^(\d+)\t([0-9A-F]+)\/([0-9A-F]+)/gm)) {
    const last = ((BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)) / PIECE_BYTES;
    lines.push({ id: hex(BigInt(id), 8), first, last });
    first = last;
  }
  return [...lines, { id: history.slice(0, 8), first, last: null }];
}

function newestPlace(lines: readonly Timeline[], names: ReadonlySet<string>): bigint {
  const own = [...names].filter((name) => PIECE.test(name) && name.startsWith(lines.at(-1)?.id ?? ''));
  return own.map(placeOf).reduce((most, place) => (place > most ? place : most), lines.at(-2)?.last ?? 0n);
}

function placeOf(name: string): bigint {
  return BigInt(`0x${name.slice(8, 16)}`) * PIECES_A_PAGE + BigInt(`0x${name.slice(16)}`);
}

function nameOf(timeline: string, place: bigint): string {
  return `${timeline}${hex(place / PIECES_A_PAGE, 8)}${hex(place % PIECES_A_PAGE, 8)}`;
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
