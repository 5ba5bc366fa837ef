/** Writes the entries that decide a draw as proofs that other programs can check: c2sp.org/tlog-proof. */
import { writeFile } from 'node:fs/promises';
import {
  type BookEntry,
  type DrawProof,
  formatProof,
  fromHex,
  inclusionFromPeaks,
  leafHash,
  logKeysOf,
  openCheckpoint,
  toHex,
  utf8,
  verifyInclusionHex,
} from '@tercet/fair';
import { CheckFailure } from './failure.ts';
import type { Report } from './report.ts';

export interface ProofTerms {
  path: string;
  /** Key from which the book's keys follow; undefined for the key that the book names. */
  pinned: string | undefined;
}

/** Writes the proofs that the draw allows, and lists them in the report. */
export async function writeProofs(report: Report, draw: DrawProof | null, terms: ProofTerms): Promise<Report> {
  const { path, pinned } = terms;
  const logKeys = (draw?.book ? logKeysOf(draw.book, pinned) : null) ?? [];
  const written: string[] = [];
  const lines: string[] = [];
  const proofs = [
    ['draw or void', path, decidingProof(draw, logKeys)],
    ['seal', `${path}.seal`, sealProof(draw, logKeys)],
  ] as const;
  for (const [what, file, proof] of proofs) {
    if (proof === null) lines.push(`No proof of the ${what} was written: its place in the book is not shown.`);
    else {
      await write(file, proof);
      written.push(file);
      lines.push(`The proof that the ${what} is in the book: ${file}`);
    }
  }
  return { ...report, lines: [...report.lines, ...lines], data: { ...report.data, tlogProofs: written } };
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CheckFailure(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Proof of the draw's entry, or of its void where there is no draw. Null where the bundle does not prove its place. */
function decidingProof(draw: DrawProof | null, logKeys: readonly string[]): string | null {
  const after = draw?.book?.after;
  const what = after?.draw ? 'draw' : 'void';
  const entry = draw?.entries?.[what];
  const place = after?.[what];
  if (!after || !entry || !place) return null;
  return proofOf(logKeys, entry, { ...place, note: after.checkpoint.note });
}

/** Proof of the seal in the checkpoint that was in time, from the peaks and entries of the window. */
function sealProof(draw: DrawProof | null, logKeys: readonly string[]): string | null {
  const { book, entries } = draw ?? {};
  const seal = entries?.seal;
  if (!book?.before || !book.inTime || !seal) return null;
  try {
    const before = openCheckpoint(book.before.note, logKeys);
    const inTime = openCheckpoint(book.inTime.note, logKeys);
    const at = book.entries.indexOf(seal.body);
    if (before === null || inTime === null || at < 0) return null;
    const bodies = book.entries.slice(0, inTime.size - before.size);
    const tree = {
      from: before.size,
      peaks: book.peaks.map((peak) => fromHex(peak, 32)),
      leafHashes: bodies.map((body) => leafHash(utf8(body))),
    };
    const index = before.size + at;
    const proof = inclusionFromPeaks(tree, index).map(toHex);
    return proofOf(logKeys, seal, { index, proof, note: book.inTime.note });
  } catch {
    return null;
  }
}

/** The proof as text, followed by the entry's body; null where it is invalid. */
function proofOf(
  logKeys: readonly string[],
  { body }: BookEntry,
  { index, proof, note }: { index: number; proof: readonly string[]; note: string },
): string | null {
  try {
    const checkpoint = openCheckpoint(note, logKeys);
    const hash = toHex(leafHash(utf8(body)));
    const isHeld = checkpoint !== null && verifyInclusionHex({ leafHash: hash, index, proof, ...checkpoint });
    return isHeld ? formatProof({ index, proof, checkpoint: note, extra: utf8(body) }) : null;
  } catch {
    return null;
  }
}
