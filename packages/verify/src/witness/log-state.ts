import { isHex, parseVerifierKey } from '@tercet/fair';
import { type Disk, readIfThere } from './disk.ts';
import type { Mark } from './publication-draft.ts';
import { StartFailure } from './start-failure.ts';

/** All that a witness must not forget of a log. It is on disk before the cosignature that it tells of is given. */
export interface LogState {
  origin: string;
  size: number;
  /** 32 bytes in hex. */
  root: string;
  /** Roots of the full subtrees, the largest first, in hex: enough to go on without the entries. */
  peaks: readonly string[];
  /** The last cosigned checkpoint with the log's lines and our own. */
  note: string;
  /** The time of our cosignature, unix seconds. No later one is earlier. */
  atSeconds: number;
  /** Keys that the log itself has announced, each with the second from which it may sign. */
  announced: readonly AnnouncedKey[];
  /** How far the publication reaches. */
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

  /** Null before the first cosignature. A damaged file throws: to begin anew would be to forget what was signed. */
  async load(): Promise<LogState | null> {
    this.#text = await readIfThere(this.#path);
    return this.#text === null ? null : this.#parse(this.#text);
  }

  /** Throws where somebody else has written the file: two witnesses with one key could be told two stories. */
  async save(state: LogState): Promise<void> {
    const text = `${JSON.stringify(state)}\n`;
    if ((await readIfThere(this.#path)) !== this.#text) throw new Error(`${this.#path} was changed by somebody else`);
    await this.#disk.replace(this.#path, text);
    this.#text = text;
  }

  #parse(text: string): LogState {
    try {
      const state = JSON.parse(text) as LogState;
      if (isState(state)) return state;
    } catch {
      // Said below.
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
