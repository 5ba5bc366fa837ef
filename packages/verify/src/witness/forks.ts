import { createHash } from 'node:crypto';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, makeFolder } from '../storage/disk.ts';

/**
 * `same-size`: two signed roots for one size. `inconsistent`: a signed tree that does not extend the one we cosigned,
 * with the proof. `unproven`: the house's book does not contain the tree that it signed. `malformed-entry`: an entry
 * that no reader of the book accepts.
 */
export type ForkKind = 'same-size' | 'inconsistent' | 'unproven' | 'malformed-entry';

/** Evidence that a log signed something it must not. Contains everything needed to convince others. */
export interface Fork {
  kind: ForkKind;
  /** The checkpoint with the log's signature, which we did not cosign. */
  note: string;
  /** The checkpoint that we had cosigned; null before the first. */
  ours: string | null;
  size: number;
  /** Root of `note`, 32 bytes in hex. */
  root: string;
  seenAtSeconds: number;
  why: string;
  /** Further evidence by name, such as the entry's body. */
  details?: Record<string, string | number | readonly string[]>;
}

/** Most evidence kept of one log, which could sign without limit. */
const KEPT_MAX = 1000;

/** The evidence against one log: one file each, all cached in memory. */
export class Forks {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #found: Map<string, Fork>;

  private constructor(folder: string, disk: Disk, found: Map<string, Fork>) {
    this.#folder = folder;
    this.#disk = disk;
    this.#found = found;
  }

  static async open(folder: string, disk: Disk): Promise<Forks> {
    await makeFolder(folder);
    const found = new Map<string, Fork>();
    for (const name of (await readdir(folder)).sort()) {
      if (!name.endsWith('.json')) continue;
      found.set(name, JSON.parse(await readFile(join(folder, name), 'utf8')) as Fork);
    }
    return new Forks(folder, disk, found);
  }

  /** All evidence, in the order of its discovery. */
  list(): Fork[] {
    return [...this.#found.values()].sort((a, b) => a.seenAtSeconds - b.seenAtSeconds);
  }

  /** Saves evidence unless it is saved already. Returns whether it is new. */
  async keep(fork: Fork): Promise<boolean> {
    const name = `${fork.kind}-${fork.size}-${createHash('sha256').update(fork.root).digest('hex').slice(0, 16)}.json`;
    if (this.#found.has(name) || this.#found.size >= KEPT_MAX) return false;
    this.#found.set(name, fork);
    await this.#disk.replace(join(this.#folder, name), `${JSON.stringify(fork, null, 2)}\n`);
    return true;
  }

  /** Deletes `unproven` evidence once the house has served the tree. */
  async clear(size: number, root: string): Promise<void> {
    for (const [name, fork] of this.#found) {
      if (fork.kind !== 'unproven' || fork.size !== size || fork.root !== root) continue;
      this.#found.delete(name);
      await unlink(join(this.#folder, name));
    }
  }
}
