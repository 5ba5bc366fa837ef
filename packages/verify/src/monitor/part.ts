/** Checks a part of the book: entries that follow those which are checked already. */
import {
  BookCheck,
  type Checkpoint,
  decodeEntry,
  type Entry,
  type Finding,
  type MerkleFrontier,
  type SealEntry,
  toHex,
} from '@tercet/fair';
import { FINDINGS } from '../check/book-report.ts';
import type { Club } from '../check/club.ts';
import { continues, NotHandedOut, nativeHash, type SignedBook, tilesOf } from '../check/read-book.ts';
import { settle } from '../witness/settle.ts';
import { type Condition, condition } from './alarm.ts';
import type { BookStore, CheckedPart, Counts } from './book-store.ts';
import { type ComparedSeals, compareSeals, type PlacedSeal } from './seals.ts';
import { missing } from './shown-book.ts';
import { askNext, type WitnessReplies } from './witness-times.ts';

export interface PartTerms {
  club: Club;
  store: BookStore;
  origin: string;
  /** The checkpoint up to which the step reads. */
  target: SignedBook;
  keys: readonly string[];
  replies: WitnessReplies;
  slips: boolean;
  nowMs: number;
}

export interface PartResult {
  part: CheckedPart;
  unproven: readonly string[];
}

/** The entries lead to no book that the target signs. `isProven`: the book's key signed two books. */
export interface Mismatch {
  isProven: boolean;
  condition: Condition;
}

/** Why the entries do not lead to the target; null where they do. */
export async function mismatchOf(tree: MerkleFrontier, terms: PartTerms): Promise<Mismatch | null> {
  const { target, club, store } = terms;
  const { checkpoint } = target;
  const root = toHex(tree.root());
  const tiles = tilesOf(club);
  const isEnd = tree.size === checkpoint.size;
  const here: Checkpoint = { ...checkpoint, size: tree.size, root };
  try {
    if (isEnd ? root === checkpoint.root : await continues(here, checkpoint, tiles)) return null;
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof NotHandedOut)) throw error;
    return { isProven: false, condition: missing('no-tiles') };
  }
  const isFork = await isInconsistent({ tile: tiles }, store, checkpoint);
  return isFork
    ? { isProven: true, condition: forkAt(checkpoint.size) }
    : { isProven: false, condition: condition('breach', 'root', FINDINGS.root) };
}

export function forkAt(size: number): Condition {
  return { id: `fork/${size}`, kind: 'fork', code: 'fork', subject: null, seq: size, text: FINDINGS.fork };
}

async function isInconsistent(
  book: Parameters<typeof settle>[0],
  { size, root }: BookStore,
  theirs: Checkpoint,
): Promise<boolean> {
  try {
    return size > 0 && (await settle(book, { size, root }, theirs)).kind === 'inconsistent';
  } catch {
    return false;
  }
}

/** Compares the seals among the entries. Throws a `CheckFailure` where the club does not answer. */
export function comparedSeals(bodies: readonly string[], { store, club, slips }: PartTerms): Promise<ComparedSeals> {
  const seals = bodies.flatMap((body, index) => {
    const seal = sealIn(body);
    return seal === null ? [] : [{ ...seal, seq: store.size + index }];
  });
  return compareSeals(club, slips ? seals : []);
}

export interface PartRead {
  bodies: readonly string[];
  /** The tree after them. */
  tree: MerkleFrontier;
  compared: ComparedSeals;
}

/** Checks the entries and returns what to commit. The store's audit has read them afterwards. */
export function checkPart({ bodies, tree, compared }: PartRead, terms: PartTerms): PartResult {
  const { store, target, keys, replies } = terms;
  const root = toHex(tree.root());
  const { audit } = auditOf(bodies, { size: tree.size, root }, terms);
  const findings = [...audit.findings, ...compared.wrong.map(ofSeal)].sort((a, b) => a.seq - b.seq);
  store.auditor.forgetFindings();
  const part: CheckedPart = {
    from: store.size,
    bodies,
    root,
    note: tree.size === target.checkpoint.size ? target.note : null,
    keys,
    answers: answersOf(replies),
    seen: store.auditor.takeSeen(),
    askFrom: askNext(replies, store.askFrom, tree.size),
    findings,
    unlisted: compared.unlisted.map(({ seq }) => seq),
    counts: added(store.counts, bodies.map(decoded), compared.checked),
  };
  return { part, unproven: audit.unproven };
}

/** Audits entries after the checked ones; none, to find what is overdue. */
export function auditOf(bodies: readonly string[], checkpoint: { size: number; root: string }, terms: PartTerms) {
  const { store, origin, keys, replies, nowMs } = terms;
  const check = new BookCheck({
    origin,
    logKeys: keys,
    isPinned: true,
    checkpoint,
    from: store.size,
    peaks: store.peaks(),
    auditor: store.auditor,
    witnessed: [...replies.values()].flatMap(({ answers, partial }) => [
      ...answers.flatMap(({ notes }) => notes),
      ...partial,
    ]),
    witnessAnswers: answersOf(replies),
    nowMs,
    // The lists of bets are compared apart, before the audit reads anything.
    slips: false,
    hashText: nativeHash,
  });
  for (const body of bodies) check.add(body);
  return check.finish();
}

function answersOf(replies: WitnessReplies): string[] {
  return [...replies.values()].flatMap(({ answers }) => answers.map(({ witness }) => witness));
}

function ofSeal({ seq, draw_id: drawId }: PlacedSeal): Finding {
  return { seq, drawId, code: 'slips' };
}

function added(counts: Counts, entries: readonly (Entry | null)[], slipsChecked: number): Counts {
  const of = (type: Entry['type']) => entries.filter((entry) => entry?.type === type).length;
  return {
    entries: counts.entries + entries.length,
    seals: counts.seals + of('seal'),
    draws: counts.draws + of('draw'),
    voids: counts.voids + of('void'),
    liabilities: counts.liabilities + of('liabilities'),
    slipsChecked: counts.slipsChecked + slipsChecked,
  };
}

/** The seals of a part by their indexes. */
export function sealsAt(part: Pick<CheckedPart, 'from' | 'bodies'>, indexes: readonly number[]): [number, string][] {
  return indexes.flatMap((seq): [number, string][] => {
    const body = part.bodies[seq - part.from];
    return body === undefined ? [] : [[seq, body]];
  });
}

export function sealIn(body: string): SealEntry | null {
  const entry = decoded(body);
  return entry?.type === 'seal' ? entry : null;
}

/** Ids of the draws that a part draws or calls void. */
export function drawsIn({ bodies }: Pick<CheckedPart, 'bodies'>): string[] {
  return bodies.flatMap((body) => {
    const entry = decoded(body);
    return entry?.type === 'draw' || entry?.type === 'void' ? [entry.draw_id] : [];
  });
}

function decoded(body: string): Entry | null {
  try {
    return decodeEntry(body);
  } catch {
    return null;
  }
}
