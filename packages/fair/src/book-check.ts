/**
 * Checks a whole book: its entries against a signed checkpoint, the witnesses' cosignatures, and the protocol. The
 * caller fetches the entries and queries the witnesses. Neither is trusted.
 */
import { BookAuditor } from './audit-book.ts';
import { type AuditGap, auditVerdict, type BookAudit, type Finding, timeGapsOfAudit } from './book-audit.ts';
import { toHex, utf8 } from './bytes.ts';
import { decodeEntry } from './entries.ts';
import type { SealEntry, StopEntry, TableEntry } from './entry-types.ts';
import { leafHash, MerkleFrontier } from './merkle.ts';
import { emptyRoot, type HashText, merkleRootPacked } from './packed.ts';
import { groupCopies, type OpenedCheckpoint, openSeen } from './place.ts';
import type { TimeGap, Verdict } from './proof.ts';
import { backdatedBy } from './window.ts';

export interface BookCheckTerms {
  origin: string;
  /** The book's keys; see `readLogKeys`. */
  logKeys: readonly string[];
  /** Whether the reader pinned the key from which they follow. */
  isPinned: boolean;
  /** The checkpoint over the entries, opened with `logKeys`. */
  checkpoint: { size: number; root: string };
  /** Index of the first entry, the peaks of the tree before it, and all tables before it. */
  from?: number;
  peaks?: readonly Uint8Array[];
  tables?: readonly TableEntry[];
  /** All stops of betting before it, oldest first. */
  stops?: readonly StopEntry[];
  /** The audit that read the entries before `from`, in place of `tables` and `stops`. The check continues it. */
  auditor?: BookAuditor;
  /** Signed notes that witnesses published. */
  witnessed: readonly string[];
  /** Verifier keys of the witnesses that returned everything they cosigned. */
  witnessAnswers: readonly string[];
  /** Unix milliseconds now. */
  nowMs: number;
  /** False to skip the lists of bets; no seal's root is then recomputed. */
  slips?: boolean;
  /** A faster SHA-256, if the platform has one. */
  hashText?: HashText;
}

export interface BookVerification {
  verdict: Verdict;
  timeGaps: readonly TimeGap[];
  gaps: readonly AuditGap[];
  audit: BookAudit;
  /** Number of seals whose root was recomputed from the public hashes of their slips. */
  slipsChecked: number;
}

const HASH_BYTES = 32;
/** Root of a seal without slips. */
const EMPTY_ROOT = toHex(emptyRoot());
/** Entries this recent may not be served yet. */
const GRACE_MS = 60_000;

export class BookCheck {
  readonly #terms: BookCheckTerms;
  readonly #auditor: BookAuditor;
  readonly #tree: MerkleFrontier;
  readonly #times: WitnessTimes;
  readonly #gaps = new Set<AuditGap>();
  readonly #findings: Finding[] = [];
  /** Index and entry of each seal whose slips are not compared yet. */
  readonly #seals = new Map<string, { seq: number; seal: SealEntry }>();
  #slipsChecked = 0;

  constructor(terms: BookCheckTerms) {
    const { origin, logKeys, from = 0, peaks = [], tables = [], stops = [], witnessAnswers, hashText } = terms;
    const answered = new Set(witnessAnswers);
    this.#terms = terms;
    this.#tree = MerkleFrontier.fromPeaks(from, peaks, hashText);
    this.#times = new WitnessTimes(terms);
    const judging = {
      origin,
      logKeys,
      seenAt: (seq: number, table: TableEntry) => this.#times.seenAt(seq, table),
      answered: (table: TableEntry) => table.witnesses.every((witness) => answered.has(witness)),
    };
    this.#auditor = terms.auditor ?? new BookAuditor({ ...judging, from, tables, stops });
    terms.auditor?.judgeBy(judging);
    // Witnesses of known tables may have seen a larger book, also where no entry is added.
    for (const table of terms.auditor?.tables() ?? []) this.#times.seenAt(from, table);
    if (!terms.isPinned) this.#gaps.add('not-pinned');
    const root = this.#times.rootAt(from);
    if (root !== null && root !== toHex(this.#tree.root())) this.#find(from, null, 'fork');
  }

  /** Adds the next entry. Returns it if it is a seal with slips whose hashes need comparing; otherwise null. */
  add(body: string): SealEntry | null {
    const seq = this.#tree.size;
    this.#tree.append(leafHash(utf8(body)));
    this.#auditor.add(body);
    const root = this.#times.rootAt(this.#tree.size);
    if (root !== null && root !== toHex(this.#tree.root())) this.#find(seq, null, 'fork');
    const seal = sealOf(body);
    if (seal === null || this.#terms.slips === false) return null;
    if (seal.count === '0') {
      if (seal.root !== EMPTY_ROOT) this.#find(seq, seal.draw_id, 'slips');
      return null;
    }
    this.#seals.set(seal.draw_id, { seq, seal });
    return seal;
  }

  /**
   * Compares a seal with the concatenated public leaf hashes of its slips; null where the house does not serve them.
   */
  slips(drawId: string, packed: Uint8Array | null): void {
    const known = this.#seals.get(drawId);
    if (known === undefined) return;
    this.#seals.delete(drawId);
    if (packed === null) {
      this.#gaps.add('no-slips');
      return;
    }
    const { seq, seal } = known;
    if (!isListOf(seal, packed, this.#terms.hashText)) this.#find(seq, drawId, 'slips');
    this.#slipsChecked += 1;
  }

  finish(): BookVerification {
    const { checkpoint, nowMs } = this.#terms;
    if (this.#seals.size > 0) this.#gaps.add('no-slips');
    if (this.#tree.size < checkpoint.size) this.#gaps.add('no-entries');
    else if (this.#tree.size > checkpoint.size || toHex(this.#tree.root()) !== checkpoint.root) {
      this.#find(checkpoint.size, null, 'root');
    }
    if (this.#times.isForked) this.#find(checkpoint.size, null, 'fork');
    if (this.#times.backdated() !== null) this.#find(checkpoint.size, null, 'backdated-cosignature');
    if (this.#times.hasLarger(checkpoint.size, Math.floor((nowMs - GRACE_MS) / 1000))) this.#gaps.add('later-entries');
    const found = this.#auditor.finish(nowMs);
    const findings = [...found.findings, ...this.#findings].sort((a, b) => a.seq - b.seq);
    const audit = { ...found, findings };
    const gaps = [...this.#gaps];
    return {
      verdict: auditVerdict(audit, gaps),
      timeGaps: timeGapsOfAudit(audit),
      gaps,
      audit,
      slipsChecked: this.#slipsChecked,
    };
  }

  #find(seq: number, drawId: string | null, code: Finding['code']): void {
    this.#findings.push({ seq, drawId, code });
  }
}

/** Whether concatenated leaf hashes are those of a seal, by their number and root. */
export function isListOf({ count, root }: SealEntry, packed: Uint8Array, hashText?: HashText): boolean {
  const length = packed.length / HASH_BYTES;
  return String(length) === count && toHex(merkleRootPacked(packed, length, hashText)) === root;
}

/** The times that witnesses published for a book, under the policy of each table. */
export class WitnessTimes {
  readonly #logKeys: readonly string[];
  /** Copies of each checkpoint, by its text. */
  readonly #copies: Map<string, string[]>;
  readonly #met = new Map<string, OpenedCheckpoint[]>();
  readonly #roots = new Map<number, string>();
  /** True where two witnesses saw different books of one size. */
  isForked = false;

  constructor({ origin, logKeys, witnessed }: Pick<BookCheckTerms, 'origin' | 'logKeys' | 'witnessed'>) {
    this.#logKeys = logKeys;
    this.#copies = groupCopies(witnessed);
    for (const copies of this.#copies.values()) {
      const opened = openSeen(copies, { origin, witnesses: [], quorum: '0' }, logKeys);
      if (opened === null) continue;
      const root = this.#roots.get(opened.size);
      if (root !== undefined && root !== opened.root) this.isForked = true;
      this.#roots.set(opened.size, opened.root);
    }
  }

  rootAt(size: number): string | null {
    return this.#roots.get(size) ?? null;
  }

  /** Unix seconds at which a checkpoint with the entry first met the table's policy; null where none did. */
  seenAt(seq: number, table: TableEntry): number | null {
    const met = this.#metBy(table);
    let [low, high] = [0, met.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((met[middle]?.size ?? 0) > seq) high = middle;
      else low = middle + 1;
    }
    return met[low]?.metAt ?? null;
  }

  /** Describes a witness that contradicts itself; null where none does. */
  backdated(): string | null {
    for (const policy of this.#met.values()) {
      const witness = backdatedBy(policy);
      if (witness !== null) return witness;
    }
    return null;
  }

  /** Whether a table's witnesses saw a larger book by a given second. */
  hasLarger(size: number, bySeconds: number): boolean {
    return [...this.#met.values()].flat().some((one) => one.size > size && (one.metAt ?? Infinity) <= bySeconds);
  }

  /** Checkpoints that met the policy, by size. Each carries the earliest time of itself and all larger ones. */
  #metBy(table: TableEntry): OpenedCheckpoint[] {
    const policy = `${table.quorum} ${table.witnesses.join(' ')}`;
    const known = this.#met.get(policy);
    if (known !== undefined) return known;
    const opened = [...this.#copies.values()].flatMap((copies) => openSeen(copies, table, this.#logKeys) ?? []);
    const met = opened.filter(({ metAt }) => metAt !== null).sort((a, b) => a.size - b.size);
    let earliest: number | null = null;
    for (const one of met.toReversed()) {
      earliest = Math.min(one.metAt ?? Infinity, earliest ?? Infinity);
      one.metAt = earliest;
    }
    this.#met.set(policy, met);
    return met;
  }
}

function sealOf(body: string): SealEntry | null {
  try {
    const entry = decodeEntry(body);
    return entry.type === 'seal' ? entry : null;
  } catch {
    return null;
  }
}
