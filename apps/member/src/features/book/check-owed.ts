import {
  entryHash,
  inclusionFromTiles,
  isOwedFile,
  type OwedReason,
  type OwedStepId,
  type OwedVerification,
  type ReadTile,
  toHex,
  verifyInclusionHex,
  verifyOwedFile,
} from '@tercet/fair';

/** A member's balance in the house's debts, checked on this phone, and the file that it was checked from. */
export interface OwedCheck {
  userName: string;
  checkedAtMs: number;
  /** Of the file, where it says so in a readable way. */
  date: string | null;
  owedMinor: string | null;
  verdict: OwedVerification['verdict'];
  steps: readonly OwedCheckStep[];
  file: unknown;
}

/** `book`: whether the entry stands in the very book that this phone follows. */
export interface OwedCheckStep {
  id: OwedStepId | 'book';
  ok: boolean | null;
  reason: OwedReason | 'not-in-book' | 'book-not-followed' | null;
  values: Readonly<Record<string, string>>;
}

export interface OwedSource {
  /** The member's file of the newest day, as served; null where there is none. */
  file(): Promise<unknown>;
  tile: ReadTile;
  nowMs(): number;
}

/** Null where the house has no file of this member yet. */
export async function checkOwed(
  source: OwedSource,
  userName: string,
  followed: { size: number; root: string } | null,
): Promise<OwedCheck | null> {
  const file = await source.file();
  if (file === null) return null;
  const found = verifyOwedFile(file, { userName });
  const steps: OwedCheckStep[] = [...found.steps, await bookStep(source.tile, file, followed)];
  const readable = isOwedFile(file) ? file : null;
  return {
    userName,
    checkedAtMs: source.nowMs(),
    date: readable?.date ?? null,
    owedMinor: readable?.owedMinor ?? null,
    verdict: verdictOf(found, steps),
    steps,
    file,
  };
}

function verdictOf(found: OwedVerification, steps: readonly OwedCheckStep[]): OwedVerification['verdict'] {
  const inBook = steps.find(({ id }) => id === 'book')?.ok;
  if (found.verdict === 'breach' || inBook === false) return 'breach';
  return found.verdict === 'verified' && inBook ? 'verified' : 'pending';
}

async function bookStep(
  tile: ReadTile,
  file: unknown,
  followed: { size: number; root: string } | null,
): Promise<OwedCheckStep> {
  const entry = isOwedFile(file) ? file.entry : null;
  const unsaid = (values: Record<string, string> = {}): OwedCheckStep => ({
    id: 'book',
    ok: null,
    reason: 'book-not-followed',
    values,
  });
  if (entry === null || followed === null || !Number.isSafeInteger(entry.seq) || entry.seq < 0) return unsaid();
  const values = { entry: String(entry.seq), size: String(followed.size), root: followed.root };
  // The phone saw the book before this entry was in it, and will see it again soon.
  if (entry.seq >= followed.size) return unsaid(values);
  const { size, root } = followed;
  const proof = (await inclusionFromTiles(entry.seq, size, tile)).map(toHex);
  const ok = verifyInclusionHex({ leafHash: entryHash(entry.body), index: entry.seq, size, proof, root });
  return { id: 'book', ok, reason: ok ? null : 'not-in-book', values };
}
