import { isHex, parseVerifierKey } from '@tercet/fair';
import { type Disk, readIfThere } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';
import type { Mark } from './publication-draft.ts';

/** Everything that a witness must remember of a log. Written to disk before the witness returns the cosignature. */
export interface LogState {
  origin: string;
  size: number;
  /** 32 bytes in hex. */
  root: string;
  /** Roots of the full subtrees in hex, largest first: enough to continue without the entries. */
  peaks: readonly string[];
  /** The last cosigned checkpoint, with the log's signatures and ours. */
  note: string;
  /** Unix seconds of our last cosignature. Never decreases. */
  atSeconds: number;
  /** Keys that the log announced, each with the second from which it may sign. */
  announced: readonly AnnouncedKey[];
  /** The end of the publication. */
  published: Mark;
}

export interface AnnouncedKey {
  vkey: string;
  from: number;
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** The state file of a log. */
export class StateFile {
  readonly #path: string;
  readonly #disk: Disk;
  #text: string | null = null;

  constructor(path: string, disk: Disk) {
    this.#path = path;
    this.#disk = disk;
  }

  /**
   * Loads the state; null before the first cosignature. Throws on a damaged file: a new start would forget what was
   * signed.
   */
  async load(): Promise<LogState | null> {
    this.#text = await readIfThere(this.#path);
    return this.#text === null ? null : this.#parse(this.#text);
  }

  /**
   * Saves the state. Throws where another process changed the file: two witnesses with one key could be shown different
   * logs.
   */
  async save(state: LogState): Promise<void> {
    const text = `${JSON.stringify(state)}\n`;
    if ((await readIfThere(this.#path)) !== this.#text) throw new Error(`${this.#path} was changed by another process`);
    await this.#disk.replace(this.#path, text);
    this.#text = text;
  }

  #parse(text: string): LogState {
    try {
      const state = JSON.parse(text) as LogState;
      if (isState(state)) return state;
    } catch {
      // The error follows below.
    }
    throw new StartFailure(
      `${this.#path} is damaged. Restore it; without it this witness might sign a rolled-back log.`,
    );
  }
}

function isState(state: LogState): boolean {
  return (
    typeof state.origin === 'string' &&
    isCount(state.size) &&
    isHex(state.root, 32) &&
    state.peaks.every((peak) => isHex(peak, 32)) &&
    typeof state.note === 'string' &&
    isCount(state.atSeconds) &&
    state.announced.every(({ vkey, from }) => parseVerifierKey(vkey) !== null && isCount(from)) &&
    DAY_PATTERN.test(state.published.day) &&
    isCount(state.published.length)
  );
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
