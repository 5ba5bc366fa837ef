import type { Disk } from '../storage/disk.ts';
import { type DayIndex, emptyIndex, formatBase, formatLine, indexLine, type Line } from './day-file.ts';

/** The end of the published data: the newest day's file and its number of valid bytes. */
export interface Mark {
  /** `2026-11-21`, UTC. */
  day: string;
  length: number;
}

const LINE_ENTRIES_MAX = 256;
const FLUSH_BYTES = 4_000_000;

/** Where a draft is written. */
export interface DraftPlace extends Mark {
  path: string;
  /**
   * A new day's file: its first entry, and the valid length of the file before. Null where the draft continues a file.
   */
  begins: { base: number; before: { path: string; length: number } | null } | null;
}

/** The additions of one cosignature to the publication. Invisible until `Publication.commit`. */
export class Draft {
  readonly #place: DraftPlace;
  readonly #disk: Disk;
  #length: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  readonly added: DayIndex;

  constructor(place: DraftPlace, disk: Disk) {
    this.#place = place;
    this.#disk = disk;
    this.#length = place.length;
    this.added = emptyIndex(place.begins?.base ?? 0);
    if (place.begins !== null) this.#queue(formatBase(place.begins.base));
  }

  get mark(): Mark {
    return { day: this.#place.day, length: this.#length + this.#waitingBytes };
  }

  /** Adds entries, which must follow those added before. */
  async add(seq: number, bodies: readonly string[]): Promise<void> {
    for (let at = 0; at < bodies.length; at += LINE_ENTRIES_MAX) {
      this.#queueLine({ seq: seq + at, bodies: bodies.slice(at, at + LINE_ENTRIES_MAX) });
    }
    if (this.#waitingBytes >= FLUSH_BYTES) await this.#flush();
  }

  /**
   * Adds the concluding note and makes everything durable. Truncates the file of the day before to its valid length.
   */
  async finish(atSeconds: number, note: string): Promise<void> {
    const before = this.#place.begins?.before ?? null;
    if (before !== null) await this.#disk.writeAt(before.path, before.length, new Uint8Array(0));
    this.#queueLine({ at: atSeconds, note });
    await this.#flush();
  }

  #queueLine(line: Line): void {
    const text = formatLine(line);
    const offset = this.#length + this.#waitingBytes;
    indexLine(this.added, text.slice(0, 64), { offset, length: Buffer.byteLength(text) - 1 });
    this.#queue(text);
  }

  #queue(text: string): void {
    const bytes = Buffer.from(text);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  async #flush(): Promise<void> {
    await this.#disk.writeAt(this.#place.path, this.#length, Buffer.concat(this.#waiting));
    this.#length += this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
