/**
 * Runs the vector files of evidence against the package: bundles, owed files, books, keys, copies, claims. Uses nothing
 * of Node, so that it also runs in a browser.
 */
import {
  BookCheck,
  concat,
  conflictOf,
  type DrawProof,
  decodeEntryAs,
  EXIT_CODES,
  type FateClaim,
  fromHex,
  type OwedKnown,
  openCheckpoint,
  openSeen,
  parseVerifierKey,
  readLogKeys,
  type SlipProof,
  type Step,
  type TableEntry,
  type TakenBackBy,
  type VerifyOptions,
  verifyDraw,
  verifyOwedFile,
  verifySlip,
} from '../src/index.ts';
import type { BookInput } from './cases/book-lines.ts';
import { applyPatch, type PatchStep } from './cases/patch.ts';
import { compare, type VectorResult } from './compare.ts';

/** A case is whole, or a patch of one of the file's bases. */
interface Case {
  name: string;
  base?: string;
  patch?: PatchStep[];
  expected: unknown;
}

export interface EvidenceFile {
  bases?: Record<string, unknown>;
  cases: Case[];
}

const JUDGES: Record<string, (given: never) => unknown> = {
  evidence: judgeBundle,
  'evidence-refused': judgeBundle,
  owed: judgeOwed,
  book: judgeBook,
  'book-keys': judgeKeys,
  copies: judgeCopies,
  claims: judgeClaims,
};

/** Runs each case of the files, by file name, against its expected outcome. */
export function runEvidence(files: Record<string, unknown>): VectorResult[] {
  return Object.entries(files).flatMap(([file, content]) =>
    (content as EvidenceFile).cases.map((one) =>
      compare(`${file}: ${one.name}`, one.expected, () => outcomeOf(file, content as EvidenceFile, one)),
    ),
  );
}

/** The package's outcome of a case, in the form of the vectors. */
export function outcomeOf(file: string, content: EvidenceFile, one: Case): unknown {
  const judge = JUDGES[file] as ((given: unknown) => unknown) | undefined;
  return judge?.(inputOf(content, one));
}

export function inputOf({ bases }: EvidenceFile, one: Case): unknown {
  return one.base === undefined ? one : applyPatch(bases?.[one.base], one.patch ?? []);
}

interface GivenBundle {
  kind: 'draw' | 'slip';
  proof: unknown;
  known: VerifyOptions;
}

function judgeBundle({ kind, proof, known }: GivenBundle): unknown {
  const isSlip = kind === 'slip';
  const found = isSlip ? verifySlip(proof as SlipProof, known) : verifyDraw(proof as DrawProof, known);
  const { verdict, timeGaps, houseRun, withheld, missing, steps } = found;
  const value = (id: Step['id'], name: string) => steps.find((step) => step.id === id)?.values[name] ?? null;
  const isPlaced = steps.some(({ id, state, reason }) => id === 'dice' && (state === 'ok' || reason === 'not-pinned'));
  return {
    verdict,
    exit: EXIT_CODES[verdict],
    timeGaps,
    houseRun,
    withheld,
    missing,
    steps: steps.map(({ id, state, reason }) => [id, state, reason]),
    dice: isPlaced ? (value('dice', 'dice')?.split(' ').map(Number) ?? null) : null,
    payoutMinor: value('payout', 'payoutMinor'),
  };
}

function judgeOwed({ file, known }: { file: unknown; known: OwedKnown }): unknown {
  const { verdict, timeGaps, missing, steps } = verifyOwedFile(file, known);
  return {
    verdict,
    exit: EXIT_CODES[verdict],
    timeGaps,
    missing,
    steps: steps.map(({ id, state, reason }) => [id, state, reason]),
  };
}

function judgeBook(input: BookInput): unknown {
  const checkpoint = openCheckpoint(input.checkpoint, input.logKeys);
  if (checkpoint === null) return null;
  const check = new BookCheck({
    ...input,
    checkpoint,
    peaks: input.peaks.map((peak) => fromHex(peak)),
    tables: input.tables.map((body) => decodeEntryAs('table', body)),
    slips: input.slips !== null,
  });
  for (const body of input.entries) {
    const seal = check.add(body);
    if (seal === null) continue;
    const leaves = input.slips?.[seal.draw_id];
    check.slips(seal.draw_id, leaves === undefined ? null : concat(...leaves.map((leaf) => fromHex(leaf))));
  }
  const { verdict, timeGaps, gaps, audit, slipsChecked } = check.finish();
  const { entries, draws, seals, voids, houseRun, unwitnessed, fewWitnessed } = audit;
  const findings = audit.findings.map(({ seq, drawId, code }) => [seq, drawId, code]);
  return {
    verdict,
    exit: EXIT_CODES[verdict],
    timeGaps,
    gaps: [...gaps].sort(),
    findings: findings.sort(byText),
    unproven: [...audit.unproven].sort(),
    pending: [...audit.pending].sort(),
    overdue: [...audit.overdue].sort(),
    counts: { entries, draws, seals, voids, houseRun, unwitnessed, fewWitnessed, slipsChecked },
  };
}

function byText(a: unknown[], b: unknown[]): number {
  const [first, second] = [JSON.stringify(a), JSON.stringify(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function judgeKeys({ book, start }: { book: never; start: string | null }): unknown {
  try {
    const { keys, reason } = readLogKeys(book, start ?? undefined);
    return keys === null ? { state: 'refuted', reason } : { keys };
  } catch (error) {
    const isOpen = error instanceof Error && 'reason' in error;
    return isOpen ? { state: 'open', reason: error.reason } : { state: 'refuted', reason: 'malformed' };
  }
}

function judgeCopies({ notes, table, logKeys }: { notes: string[]; table: TableEntry; logKeys: string[] }): unknown {
  const seen = openSeen(notes, table, logKeys);
  if (seen === null) return null;
  const cosignatures = seen.cosignatures.map(({ witness, atSeconds }) => [
    atSeconds,
    parseVerifierKey(witness)?.publicKey ?? '',
  ]);
  return { size: seen.size, root: seen.root, cosignatures: cosignatures.sort(byTime), metAt: seen.metAt };
}

function byTime([a, keyA]: (string | number)[], [b, keyB]: (string | number)[]): number {
  return Number(a) - Number(b) || String(keyA).localeCompare(String(keyB), 'en');
}

function judgeClaims({ a, b, takenBackBy }: { a: FateClaim; b: FateClaim; takenBackBy: TakenBackBy }): unknown {
  return conflictOf(a, b, takenBackBy);
}
