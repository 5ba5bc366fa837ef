import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, type Disk } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { type DayIndex, type Line, readIndex, readLines } from './day-file.ts';
import { Draft, type Mark } from './publication-draft.ts';

export interface CosignedPage {
  /** In ascending order of time. */
  checkpoints: { note: string; atSeconds: number }[];
  /** The `to` of the next older page; null where there is none. */
  next: number | null;
}

interface FoundNote {
  day: string;
  offset: number;
  length: number;
  at: number;
}

export const CHECKPOINTS_PAGE = 1000;
const ENTRIES_PAGE = 1000;
const KEPT_DAYS = 90;
const DAY_SECONDS = 86_400;
const ENTRIES_PAGE_CHARS = 4_000_000;
const INDEXES_MAX = 8;
const FILE_PATTERN = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/**
 * The published cosignatures of one log and the entries that the witness read. One append-only file per day. The next
 * cosignature truncates the data of one that was abandoned.
 */
export class Publication {
  readonly #folder: string;
  readonly #disk: Disk;
  #mark: Mark | null;
  /** In ascending order; the last one is the mark's. */
  #days: string[];
  readonly #indexes = new Map<string, DayIndex>();

  private constructor(folder: string, disk: Disk, mark: Mark | null, days: string[]) {
    this.#folder = folder;
    this.#disk = disk;
    this.#mark = mark;
    this.#days = days;
  }

  /** Opens the publication. Throws a `StartFailure` where the newest file is shorter than its published length. */
  static async open(folder: string, disk: Disk, mark: Mark | null): Promise<Publication> {
    const found = (await readdir(folder)).flatMap((name) => FILE_PATTERN.exec(name)?.[1] ?? []).sort();
    const isCounted = (day: string) => mark !== null && day <= mark.day;
    for (const day of found) if (!isCounted(day)) await unlink(pathOf(folder, day));
    const publication = new Publication(folder, disk, mark, found.filter(isCounted));
    if (mark !== null && found.includes(mark.day)) await publication.#loadNewest(mark);
    return publication;
  }

  /** Starts the additions of one cosignature; `from` is the first entry that they may contain. */
  draft(from: number, nowSeconds: number): Draft {
    const today = dayOf(nowSeconds);
    const mark = this.#mark;
    const day = mark !== null && mark.day >= today ? mark.day : today;
    const path = pathOf(this.#folder, day);
    if (mark !== null && this.#days.includes(day)) {
      return new Draft({ path, day, length: mark.length, begins: null }, this.#disk);
    }
    const isThere = mark !== null && this.#days.includes(mark.day);
    const before = isThere ? { path: pathOf(this.#folder, mark.day), length: mark.length } : null;
    return new Draft({ path, day, length: 0, begins: { base: from, before } }, this.#disk);
  }

  /** Publishes a finished draft. Call it once the state with its mark is on disk. */
  commit(draft: Draft): void {
    const { mark, added } = draft;
    const known = this.#indexes.get(mark.day);
    if (known === undefined) {
      this.#days.push(mark.day);
      this.#remember(mark.day, added);
    } else {
      known.notes.push(...added.notes);
      for (const entry of added.entries) known.entries.push(entry);
    }
    this.#mark = mark;
  }

  /** The newest checkpoints of a span of seconds (both ends included), at most a page. Never splits a second. */
  async cosigned(from: number, to: number): Promise<CosignedPage> {
    const found = await this.#find(from, to);
    const { count, next } = pageOf(found.map(({ at }) => at));
    const checkpoints: CosignedPage['checkpoints'] = [];
    const page = found.slice(0, count).reverse();
    for (const day of new Set(page.map((place) => place.day))) {
      const lines = await this.#read(
        day,
        page.filter((place) => place.day === day),
      );
      for (const line of lines) if ('note' in line) checkpoints.push({ note: line.note, atSeconds: line.at });
    }
    return { checkpoints, next };
  }

  /** Bodies of entries from `from` to `to` (exclusive), at most a page. Null where the first is not kept. */
  async entries(from: number, to: number): Promise<string[] | null> {
    const bodies: string[] = [];
    let chars = 0;
    const first = await this.#dayOfEntry(from);
    if (first < 0) return null;
    for (const day of this.#days.slice(first)) {
      const index = await this.#indexOf(day);
      for (const place of index.entries.slice(lastAtOrBefore(index.entries, from + bodies.length))) {
        const [line] = await this.#read(day, [place]);
        if (line === undefined || !('bodies' in line) || line.seq > from + bodies.length) return orNull(bodies);
        for (const body of line.bodies.slice(from + bodies.length - line.seq)) {
          if (from + bodies.length >= to || bodies.length >= ENTRIES_PAGE || chars >= ENTRIES_PAGE_CHARS) return bodies;
          bodies.push(body);
          chars += body.length;
        }
      }
    }
    return orNull(bodies);
  }

  /** The first entry that is kept; null without any file. */
  async heldFrom(): Promise<number | null> {
    const [oldest] = this.#days;
    return oldest === undefined ? null : (await this.#indexOf(oldest)).base;
  }

  /** Deletes days beyond the promised retention. */
  async expire(nowSeconds: number): Promise<void> {
    const isOld = (day: string) => startOf(day) + (KEPT_DAYS + 2) * DAY_SECONDS <= nowSeconds;
    const old = this.#days.filter(isOld);
    this.#days = this.#days.filter((day) => !isOld(day));
    for (const day of old) {
      this.#indexes.delete(day);
      await unlink(pathOf(this.#folder, day)).catch(ignoreMissing);
    }
  }

  /** Positions of cosigned notes in a span, newest first. Returns more than a page where the span has more. */
  async #find(from: number, to: number): Promise<FoundNote[]> {
    const found: FoundNote[] = [];
    for (const day of [...this.#days].reverse()) {
      // A page ends between two seconds, so read until a second one appears.
      if (found.length > CHECKPOINTS_PAGE && found.at(-1)?.at !== found[0]?.at) break;
      if (startOf(day) > to) continue;
      const { notes } = await this.#indexOf(day);
      for (const note of notes.toReversed()) if (note.at >= from && note.at <= to) found.push({ ...note, day });
      const newest = notes.at(-1);
      if (newest !== undefined && newest.at < from) break;
    }
    return found;
  }

  async #loadNewest({ day, length }: Mark): Promise<void> {
    const path = pathOf(this.#folder, day);
    const { size } = await stat(path);
    if (size < length) throw new StartFailure(`${path} is shorter than what was published. Restore or remove it.`);
    this.#remember(day, await readIndex(path, length));
  }

  /** The index in `#days` of the newest file that can contain an entry, or −1. */
  async #dayOfEntry(seq: number): Promise<number> {
    let [low, high] = [0, this.#days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { base } = await this.#indexOf(this.#days[middle] as string);
      if (base <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  async #read(day: string, places: readonly { offset: number; length: number }[]): Promise<Line[]> {
    return readLines(pathOf(this.#folder, day), places);
  }

  async #indexOf(day: string): Promise<DayIndex> {
    const known = this.#indexes.get(day);
    const path = pathOf(this.#folder, day);
    const index = known ?? (await readIndex(path, (await stat(path)).size));
    this.#remember(day, index);
    return index;
  }

  /**
   * Caches a day's index. The newest day's index grows with each cosignature and is never evicted; others can be read
   * again.
   */
  #remember(day: string, index: DayIndex): void {
    this.#indexes.delete(day);
    this.#indexes.set(day, index);
    for (const other of this.#indexes.keys()) {
      if (this.#indexes.size <= INDEXES_MAX) return;
      if (other !== this.#days.at(-1)) this.#indexes.delete(other);
    }
  }
}

function pathOf(folder: string, day: string): string {
  return join(folder, `${day}.jsonl`);
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}

/** How many of the times (newest first) fit on a page without splitting a second, and where the next page starts. */
function pageOf(times: readonly number[]): { count: number; next: number | null } {
  const over = times[CHECKPOINTS_PAGE];
  if (over === undefined) return { count: times.length, next: null };
  const cut = times.indexOf(over);
  if (cut > 0) return { count: cut, next: over };
  // One second exceeds a page: return a longer page, since the reader could otherwise never pass it.
  const after = times.findIndex((time) => time !== over);
  return after < 0 ? { count: times.length, next: null } : { count: after, next: times[after] as number };
}

function lastAtOrBefore(entries: readonly { seq: number }[], seq: number): number {
  return Math.max(
    0,
    entries.findLastIndex((entry) => entry.seq <= seq),
  );
}

function orNull(bodies: string[]): string[] | null {
  return bodies.length === 0 ? null : bodies;
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
