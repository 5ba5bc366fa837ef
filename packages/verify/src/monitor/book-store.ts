import { join } from 'node:path';
import {
  type AuditState,
  BookAuditor,
  type Finding,
  fromHex,
  isHex,
  leafHash,
  MerkleFrontier,
  type StopEntry,
  type TableEntry,
  toHex,
  utf8,
} from '@tercet/fair';
import { nativeHash } from '../check/read-book.ts';
import { type Disk, readIfThere } from '../storage/disk.ts';
import { StartFailure } from '../storage/start-failure.ts';
import { RecordingAuditor } from './recording-auditor.ts';

/** What was counted since the monitor began. */
export interface Counts {
  entries: number;
  seals: number;
  draws: number;
  voids: number;
  liabilities: number;
  slipsChecked: number;
}

/** Checked entries, and everything that is needed to check them again without the network. */
export interface CheckedPart {
  from: number;
  bodies: readonly string[];
  /** Root of the book after them, in hex. */
  root: string;
  /** The signed checkpoint, where the entries reach its end. */
  note: string | null;
  /** Keys of the book. */
  keys: readonly string[];
  /** Witnesses that answered in full. */
  answers: readonly string[];
  /** Seconds at which witnesses saw entries, by index. */
  seen: Readonly<Record<number, number>>;
  /** Seconds from which each witness is asked next, by address. */
  askFrom: Readonly<Record<string, number>>;
  findings: readonly Finding[];
  /** Indexes of seals whose list of bets was not handed out. */
  unlisted: readonly number[];
  counts: Counts;
}

/** Fields that are not carried on. */
type Transient = 'from' | 'bodies' | 'findings' | 'unlisted' | 'seen' | 'answers';

interface Snapshot extends Omit<CheckedPart, Transient> {
  version: number;
  origin: string;
  logKey: string;
  /** Index of the first entry that the monitor read. */
  began: number;
  peaks: readonly string[];
  audit: AuditState;
}

/** Where a book is read from: entry 0, or later with what the book proves about it. */
export interface Beginning {
  origin: string;
  logKey: string;
  from: number;
  peaks: readonly Uint8Array[];
  tables: readonly TableEntry[];
  stops: readonly StopEntry[];
}

const VERSION = 1;
/** The journal is emptied into a new snapshot at this length. A start repeats the checks of the journal. */
const JOURNAL_BYTES_MAX = 2 * 1024 * 1024;
const NO_COUNTS: Counts = { entries: 0, seals: 0, draws: 0, voids: 0, liabilities: 0, slipsChecked: 0 };

/**
 * How far the book is checked: a snapshot of the audit, and a journal of the entries after it. Both are durable before
 * a commit returns, so that a kill at any moment loses nothing that was reported.
 */
export class BookStore {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #origin: string;
  readonly #logKey: string;
  readonly began: number;
  readonly auditor: RecordingAuditor;
  #tree: MerkleFrontier;
  #last: Omit<CheckedPart, Transient>;
  #journalBytes = 0;

  private constructor(folder: string, disk: Disk, snapshot: Snapshot) {
    const { origin, logKey, began, peaks, audit, root, note, keys, askFrom, counts } = snapshot;
    this.#folder = folder;
    this.#disk = disk;
    this.#origin = origin;
    this.#logKey = logKey;
    this.began = began;
    this.auditor = new RecordingAuditor({ state: audit });
    this.#tree = MerkleFrontier.fromPeaks(
      audit.seq,
      peaks.map((peak) => fromHex(peak, 32)),
      nativeHash,
    );
    this.#last = { root, note, keys, askFrom, counts };
  }

  /**
   * Loads the state, with the parts of the journal. Null before the first start. Throws a `StartFailure` on damaged
   * files, and where the state belongs to another book.
   */
  static async open(
    folder: string,
    disk: Disk,
    book: { origin: string; logKey: string },
  ): Promise<{ store: BookStore; parts: CheckedPart[] } | null> {
    const path = join(folder, 'book.json');
    const text = await readIfThere(path);
    if (text === null) return null;
    const snapshot = parseSnapshot(text, path);
    if (snapshot.origin !== book.origin || snapshot.logKey !== book.logKey) {
      throw new StartFailure(`${folder} belongs to the book of ${snapshot.origin} with the key ${snapshot.logKey}.`);
    }
    const store = new BookStore(folder, disk, snapshot);
    return { store, parts: await store.#replay() };
  }

  /** Creates the state at the start of reading. */
  static async begin(folder: string, disk: Disk, beginning: Beginning): Promise<BookStore> {
    const { origin, logKey, from, peaks, tables, stops } = beginning;
    const tree = MerkleFrontier.fromPeaks(from, peaks, nativeHash);
    const store = new BookStore(folder, disk, {
      version: VERSION,
      origin,
      logKey,
      began: from,
      peaks: peaks.map(toHex),
      audit: new BookAuditor({ from, tables, stops }).state(),
      root: toHex(tree.root()),
      note: null,
      keys: [logKey],
      askFrom: {},
      counts: NO_COUNTS,
    });
    await store.#snapshot();
    return store;
  }

  get size(): number {
    return this.#tree.size;
  }

  get root(): string {
    return this.#last.root;
  }

  get note(): string | null {
    return this.#last.note;
  }

  get keys(): readonly string[] {
    return this.#last.keys;
  }

  get askFrom(): Readonly<Record<string, number>> {
    return this.#last.askFrom;
  }

  get counts(): Counts {
    return this.#last.counts;
  }

  peaks(): Uint8Array[] {
    return this.#tree.peaks();
  }

  /** The tree after more entries. */
  treeWith(bodies: readonly string[]): MerkleFrontier {
    const tree = MerkleFrontier.fromPeaks(this.size, this.peaks(), nativeHash);
    for (const body of bodies) tree.append(leafHash(utf8(body)));
    return tree;
  }

  /** Records a part that `auditor` has read. Durable once it resolves. */
  async commit(part: CheckedPart, tree: MerkleFrontier): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(part)}\n`);
    await this.#disk.writeAt(this.#journal, this.#journalBytes, line);
    this.#journalBytes += line.length;
    this.#advance(part, tree);
  }

  /** Empties a long journal into the snapshot. Call it after the findings of all commits are recorded elsewhere. */
  async compact(): Promise<void> {
    if (this.#journalBytes > JOURNAL_BYTES_MAX) await this.#snapshot();
  }

  async #snapshot(): Promise<void> {
    const snapshot: Snapshot = {
      version: VERSION,
      origin: this.#origin,
      logKey: this.#logKey,
      began: this.began,
      peaks: this.peaks().map(toHex),
      ...this.#last,
      audit: this.auditor.state(),
    };
    await this.#disk.replace(join(this.#folder, 'book.json'), `${JSON.stringify(snapshot)}\n`);
    await this.#disk.writeAt(this.#journal, 0, new Uint8Array(0));
    this.#journalBytes = 0;
  }

  get #journal(): string {
    return join(this.#folder, 'journal.jsonl');
  }

  #advance({ root, note, keys, askFrom, counts }: CheckedPart, tree: MerkleFrontier): void {
    this.#tree = tree;
    this.#last = { root, note: note ?? this.#last.note, keys, askFrom, counts };
  }

  /** Repeats the audit of the journal's parts. A last line without its end was not committed. */
  async #replay(): Promise<CheckedPart[]> {
    const text = (await readIfThere(this.#journal)) ?? '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#journalBytes = Buffer.byteLength(whole);
    const parts = whole.split('\n').flatMap((line) => (line === '' ? [] : [this.#parsePart(line)]));
    // A kill between snapshot and journal leaves parts that the snapshot contains.
    const later = parts.filter(({ from, bodies }) => from + bodies.length > this.size);
    for (const part of later) this.#repeat(part);
    this.auditor.forgetFindings();
    this.auditor.takeSeen();
    return parts;
  }

  #repeat(part: CheckedPart): void {
    const { from, bodies, root, keys, answers, seen } = part;
    const tree = this.treeWith(bodies);
    if (from !== this.size || toHex(tree.root()) !== root) throw damaged(this.#journal);
    this.auditor.judgeBy({
      origin: this.#origin,
      logKeys: keys,
      seenAt: (seq) => seen[seq] ?? null,
      answered: ({ witnesses }) => witnesses.every((witness) => answers.includes(witness)),
    });
    for (const body of bodies) this.auditor.add(body);
    this.#advance(part, tree);
  }

  #parsePart(line: string): CheckedPart {
    try {
      const part = JSON.parse(line) as CheckedPart;
      if (Number.isSafeInteger(part.from) && Array.isArray(part.bodies) && isHex(part.root, 32)) return part;
    } catch {
      // The error follows below.
    }
    throw damaged(this.#journal);
  }
}

function parseSnapshot(text: string, path: string): Snapshot {
  try {
    const snapshot = JSON.parse(text) as Snapshot;
    const { version, audit, peaks } = snapshot;
    if (version === VERSION && Number.isSafeInteger(audit.seq) && peaks.every((peak) => isHex(peak, 32))) {
      return snapshot;
    }
  } catch {
    // The error follows below.
  }
  throw damaged(path);
}

function damaged(path: string): StartFailure {
  return new StartFailure(`${path} is damaged, or of another version. Move the folder away to begin again.`);
}
