import { join } from 'node:path';
import {
  emptyRoot,
  formatNote,
  inclusionFromTiles,
  MerkleFrontier,
  type NoticeOfChangeEntry,
  peaksFromTiles,
  toBase64,
  toHex,
  verifyConsistencyHex,
} from '@tercet/fair';
import { Unreachable } from '../net/get-bytes.ts';
import { type Answer, refuse } from '../serving/answer.ts';
import { type Disk, makeFolder } from '../storage/disk.ts';
import type { AddCheckpointRequest } from './add-checkpoint-request.ts';
import { Book } from './book.ts';
import { type Fork, Forks } from './forks.ts';
import { announcedBy, keysAt, linesOfLog } from './log-keys.ts';
import { type LogState, StateFile } from './log-state.ts';
import { Publication } from './publication.ts';
import type { Draft } from './publication-draft.ts';
import { type MalformedEntry, readEntries } from './read-entries.ts';
import { settle } from './settle.ts';
import type { WitnessKey } from './witness-key.ts';

export interface WitnessDeps {
  key: WitnessKey;
  disk: Disk;
  /** Unix milliseconds. */
  now(): number;
  /** Prints a line for the operator of the witness. */
  say(line: string): void;
}

export interface WatchedLogOptions {
  origin: string;
  /** Initially trusted keys. */
  keys: readonly string[];
  bookUrl: string;
  /** Folder for this log's state and publication; created if missing. */
  folder: string;
  forksFolder: string;
  /** Starts at the first checkpoint received, without the entries before it. */
  fromHere: boolean;
}

interface NewTree {
  peaks: string[];
  notices: NoticeOfChangeEntry[];
}

interface Refused {
  refused: Answer;
}

const WAITING_MAX = 16;
const ANSWER_WITHIN_MS = 20_000;
/**
 * Seconds during which a repeated request for the same checkpoint gets the same cosignature. Later it gets a new one.
 */
const SAME_AGAIN_SECONDS = 60;
const ROOTS_MAX = 10_000;

/** One log, and all that this witness promises about it. Handles requests one at a time. */
export class WatchedLog {
  readonly options: WatchedLogOptions;
  readonly publication: Publication;
  readonly forks: Forks;
  readonly #deps: WitnessDeps;
  readonly #book: Book;
  readonly #file: StateFile;
  readonly #checkedSeals = new Set<string>();
  /** Roots that we cosigned, by size. */
  readonly #roots = new Map<number, string>();
  #state: LogState | null;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #settling: Promise<void> | null = null;
  /** Roots whose bad proof was investigated. */
  readonly #settled = new Set<string>();

  private constructor(
    options: WatchedLogOptions,
    deps: WitnessDeps,
    parts: { file: StateFile; state: LogState | null; publication: Publication; forks: Forks },
  ) {
    this.options = options;
    this.publication = parts.publication;
    this.forks = parts.forks;
    this.#deps = deps;
    this.#book = new Book(options.bookUrl);
    this.#file = parts.file;
    this.#state = parts.state;
    if (parts.state) this.#roots.set(parts.state.size, parts.state.root);
  }

  /** Opens the log's folder. Throws a `StartFailure` on a damaged one. */
  static async open(options: WatchedLogOptions, deps: WitnessDeps): Promise<WatchedLog> {
    await makeFolder(options.folder);
    const file = new StateFile(join(options.folder, 'state.json'), deps.disk);
    const state = await file.load();
    const publication = await Publication.open(options.folder, deps.disk, state?.published ?? null);
    const forks = await Forks.open(options.forksFolder, deps.disk);
    return new WatchedLog(options, deps, { file, state, publication, forks });
  }

  /** The last cosigned state; null before the first. */
  get state(): LogState | null {
    return this.#state;
  }

  /** Handles `add-checkpoint` for this log's origin, including the check of the signature. */
  async addCheckpoint(request: AddCheckpointRequest): Promise<Answer> {
    const trusted = keysAt(this.options.keys, this.#state?.announced ?? [], this.#nowSeconds());
    const lines = linesOfLog(request.signed, trusted);
    if (lines === null) return refuse(403, 'not signed by a key of this log that is trusted here');
    if (request.oldSize > request.size) return refuse(400, 'the old size is above the size of the checkpoint');
    if (this.#waiting >= WAITING_MAX) return refuse(503, 'too many calls are waiting');
    return within(
      ANSWER_WITHIN_MS,
      this.#next(() => this.#judge(request, lines)),
    );
  }

  /** Resolves once no work is in progress. */
  async idle(): Promise<void> {
    await this.#queue;
    await this.#settling;
  }

  #next(work: () => Promise<Answer>): Promise<Answer> {
    this.#waiting++;
    const done = this.#queue.then(work).catch((error) => this.#failed(error));
    this.#queue = done.finally(() => this.#waiting--);
    return done;
  }

  async #judge(request: AddCheckpointRequest, lines: readonly string[]): Promise<Answer> {
    const state = this.#state;
    const { oldSize, size, root, proof } = request;
    const known = this.#roots.get(size);
    if (known !== undefined && known !== root)
      await this.#keep(request, 'same-size', 'another root for a size we cosigned');
    if (oldSize !== (state?.size ?? 0)) {
      return { status: 409, body: `${state?.size ?? 0}\n`, type: 'text/x.tlog.size' };
    }
    if (size === 0 && root !== toHex(emptyRoot())) return refuse(422, 'not the root of an empty tree');
    const fromRoot = state?.root ?? toHex(emptyRoot());
    if (!verifyConsistencyHex({ from: oldSize, to: size, fromRoot, toRoot: root, proof })) {
      if (state !== null && oldSize > 0 && oldSize < size) this.#settleBeside(request, state);
      return refuse(422, 'not consistent with the checkpoint that was cosigned last');
    }
    return this.#cosign(request, lines, state);
  }

  async #cosign(request: AddCheckpointRequest, lines: readonly string[], state: LogState | null): Promise<Answer> {
    const { text } = request.signed;
    const age = this.#nowSeconds() - (state?.atSeconds ?? 0);
    if (state?.note.startsWith(`${text}\n`) && age >= 0 && age < SAME_AGAIN_SECONDS) return ownLine(state.note);
    const skipsAll = this.options.fromHere && (state?.size ?? 0) === 0;
    const draft = this.publication.draft(skipsAll ? request.size : (state?.size ?? 0), this.#nowSeconds());
    const read = skipsAll ? await this.#readPeaks(request) : await this.#readEntries(request, state, draft);
    if ('refused' in read) return read.refused;
    const atSeconds = this.#nowSeconds();
    if (atSeconds < (state?.atSeconds ?? 0)) return refuse(503, 'the clock of this witness has gone back');
    const note = formatNote(text, [...lines, this.#deps.key.cosign(text, atSeconds)]);
    await draft.finish(atSeconds, note);
    const { origin, size, root } = request;
    const announced = announcedBy(read.notices, this.options.keys, state?.announced ?? []);
    if (announced.length > (state?.announced.length ?? 0)) this.#deps.say(`${origin}: has announced another key`);
    const next = { origin, size, root, peaks: read.peaks, note, atSeconds, announced, published: draft.mark };
    await this.#file.save(next);
    this.publication.commit(draft);
    this.#state = next;
    this.#remember(size, root);
    await this.forks.clear(size, root);
    return ownLine(note);
  }

  /** The new tree by its peaks, and the keys that its entries announce; or the refusal. */
  async #readEntries(request: AddCheckpointRequest, state: LogState | null, draft: Draft): Promise<NewTree | Refused> {
    const reading = await readEntries({
      book: this.#book,
      from: state ?? { size: 0, peaks: [] },
      to: request,
      checkedSeals: this.#checkedSeals,
      onBodies: (seq, bodies) => draft.add(seq, bodies),
    });
    if (reading.malformed === null) return reading;
    const { seq, why } = reading.malformed;
    await this.#keep(request, 'malformed-entry', why, await this.#detailsOf(reading.malformed, request.size));
    return { refused: refuse(422, `entry ${seq} of the log is malformed: ${why}`) };
  }

  /** The current tree, without reading its entries. */
  async #readPeaks({ size, root }: AddCheckpointRequest): Promise<NewTree> {
    const peaks = await peaksFromTiles(size, this.#book.tile);
    if (toHex(MerkleFrontier.fromPeaks(size, peaks).root()) !== root) {
      throw new Unreachable('the tiles of the book do not give the root that was signed');
    }
    return { peaks: peaks.map(toHex), notices: [] };
  }

  async #detailsOf({ seq, body }: MalformedEntry, size: number): Promise<Fork['details']> {
    const proof = await inclusionFromTiles(seq, size, this.#book.tile).catch(() => []);
    return { seq, body: toBase64(body), inclusion: proof.map(toHex) };
  }

  /** Investigates a bad proof in the background while other requests continue. */
  #settleBeside(request: AddCheckpointRequest, state: LogState): void {
    if (this.#settling !== null || this.#settled.has(request.root)) return;
    this.#settling = settle(this.#book, state, request)
      .then(async (found) => {
        if (this.#settled.size < ROOTS_MAX) this.#settled.add(request.root);
        if (found.kind === 'unproven')
          await this.#keep(request, found.kind, 'the book shows another tree than was signed');
        if (found.kind !== 'inconsistent') return;
        const { beginsWith, proof } = found;
        const details = { oldSize: state.size, ourRoot: state.root, beginsWith, proof };
        await this.#keep(request, found.kind, 'a signed tree that does not begin with the one we cosigned', details);
      })
      .catch((error) => this.#deps.say(`${this.options.origin}: ${(error as Error).message}`))
      .finally(() => {
        this.#settling = null;
      });
  }

  async #keep(
    request: AddCheckpointRequest,
    kind: Fork['kind'],
    why: string,
    details?: Fork['details'],
  ): Promise<void> {
    const { note, size, root } = request;
    const ours = this.#state?.note ?? null;
    const fork = { kind, note, ours, size, root, seenAtSeconds: this.#nowSeconds(), why, ...(details && { details }) };
    if (await this.forks.keep(fork)) this.#deps.say(`${this.options.origin}: kept as evidence (${kind}): ${why}`);
  }

  #remember(size: number, root: string): void {
    this.#roots.set(size, root);
    for (const other of this.#roots.keys()) {
      if (this.#roots.size <= ROOTS_MAX) return;
      this.#roots.delete(other);
    }
  }

  /** Refuses without a cosignature. The book may serve missing parts later; other failures are the witness's own. */
  #failed(error: unknown): Answer {
    const { message } = error as Error;
    this.#deps.say(`${this.options.origin}: not cosigned: ${message}`);
    return refuse(503, error instanceof Unreachable ? message : 'the witness has a fault of its own');
  }

  #nowSeconds(): number {
    return Math.floor(this.#deps.now() / 1000);
  }
}

/** The response with our own signature, which is always the last line. */
function ownLine(note: string): Answer {
  return { status: 200, body: note.slice(note.lastIndexOf('\n', note.length - 2) + 1) };
}

/** Limits how long the response waits. The work continues, and the next request finds its outcome. */
async function within(ms: number, work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(resolve, ms, refuse(503, 'the entries are still being read; ask again'));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
