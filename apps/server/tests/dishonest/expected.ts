/** What `tercet verify` must find for each lie. */
import type { Verdict } from '@tercet/fair';

/** `unusable`: nothing could be verified. `honest`: the honest club's verdict. */
export type Found = Verdict | 'unusable' | 'honest';

/** By the number of witnesses in the table, where it matters. */
export type Expected = Found | { 0: Found; 1: Found; 3: Found };

/**
 * How a lie is verified. `draw`, `void`, `sealed`: `verify draw` of a draw that is drawn, void or only sealed. `slip`:
 * `verify receipt` of a bet's proof. `placed`: of the answer to a bet, with the club. `book`, `since`: `verify book`,
 * completely and from its middle. `owed`: `verify liabilities`. `again`: `verify draw` a second time.
 */
export type Check = 'draw' | 'void' | 'sealed' | 'slip' | 'placed' | 'book' | 'since' | 'owed' | 'again';

export type Expectation = Partial<Record<Check, Expected>>;

const BREACH = { draw: 'breach', slip: 'breach' } as const;
const INCOMPLETE = { draw: 'incomplete', slip: 'incomplete' } as const;
/** Witnesses publish what the house omits. */
const FILLED_BY_WITNESSES = { 0: 'incomplete', 1: 'honest', 3: 'honest' } as const;
const UNUSABLE = { draw: 'unusable', book: 'unusable' } as const;
/** A draw is complete if its notes contain the cosignatures; a void also needs the witness's answer. */
const SILENT = { draw: 'honest', void: { 0: 'honest', 1: 'incomplete', 3: 'incomplete' } } as const;
const UNDATED = { ...SILENT, book: 'incomplete' } as const;

const INVENTED = {
  'void-without-book': { ...INCOMPLETE, void: 'incomplete', sealed: 'incomplete' },
  'void-with-old-checkpoint': { ...INCOMPLETE, sealed: 'pending' },
  'void-with-whole-book': { ...INCOMPLETE, sealed: 'incomplete' },
  'void-in-place-of-draw': BREACH,
  'void-beside-draw': INCOMPLETE,
  'forged-draw': { ...BREACH, void: 'breach' },
  'forged-draw-under-real-key': BREACH,
  'forged-draw-after-forged-notice': BREACH,
  'forged-draw-in-real-book': BREACH,
  'other-dice': BREACH,
  'other-dice-in-entry': BREACH,
  'other-signature': BREACH,
  'changed-odds': BREACH,
  // The receipt names the genuine table.
  'changed-odds-in-no-book': { draw: 'incomplete', slip: 'incomplete', void: 'breach' },
  'other-seal': BREACH,
  'second-seal': BREACH,
  'other-lock': BREACH,
  'receipt-by-another-key': { slip: 'breach', placed: 'breach' },
} satisfies Record<string, Expectation>;

const OMITTED = {
  'withholds-draw': { draw: 'overdue', slip: 'overdue', placed: 'overdue' },
  'withholds-draw-beside-a-signature': { draw: 'overdue', slip: 'overdue' },
  'withholds-draw-and-book': { draw: 'overdue', slip: 'overdue' },
  'withholds-seal': { draw: 'overdue' },
  'hides-void': { draw: 'honest', void: 'overdue' },
  'hides-draws': { draw: 'incomplete', placed: 'incomplete' },
  'omits-book': INCOMPLETE,
  'omits-book-log-key': INCOMPLETE,
  'omits-book-notices': INCOMPLETE,
  'omits-book-table': INCOMPLETE,
  'omits-book-before': INCOMPLETE,
  'omits-book-in-time': INCOMPLETE,
  'omits-book-peaks': INCOMPLETE,
  'omits-book-entries': INCOMPLETE,
  'omits-book-after': INCOMPLETE,
  'nulls-book-log-key': INCOMPLETE,
  'nulls-book-notices': INCOMPLETE,
  'nulls-book-table': INCOMPLETE,
  'nulls-book-before': INCOMPLETE,
  'nulls-book-in-time': { draw: FILLED_BY_WITNESSES },
  'nulls-book-peaks': INCOMPLETE,
  'nulls-book-entries': INCOMPLETE,
  'nulls-book-after': INCOMPLETE,
  'omits-draw-id': INCOMPLETE,
  'omits-round': INCOMPLETE,
  'omits-locks-at-ms': INCOMPLETE,
  'omits-chain': INCOMPLETE,
  'omits-signature': INCOMPLETE,
  'omits-seed': INCOMPLETE,
  'omits-dice': INCOMPLETE,
  'omits-root': INCOMPLETE,
  'omits-slip-count': INCOMPLETE,
  'omits-table': INCOMPLETE,
  'omits-seal-entry': INCOMPLETE,
  'omits-draw-entry': { draw: 'overdue', slip: 'overdue' },
  'omits-void-entry': { draw: 'honest', void: 'overdue' },
  'omits-places': INCOMPLETE,
  'cuts-places': INCOMPLETE,
  // A proof of a single hash is empty then.
  'cuts-table-place': { draw: { 0: 'incomplete', 1: 'incomplete', 3: 'breach' } },
  'cuts-notes': BREACH,
  'omits-signatures': BREACH,
  'omits-cosignatures': { draw: { 0: 'honest', 1: 'incomplete', 3: 'incomplete' } },
  'cuts-entries': INCOMPLETE,
  'cuts-peaks': BREACH,
  'omits-slip-path': { slip: 'incomplete' },
  'cuts-slip-path': { slip: 'breach' },
  'omits-receipt': { slip: 'unusable' },
  'omits-receipt-signature': { slip: 'incomplete', placed: 'incomplete' },
  'omits-slip-of-draw': { slip: 'incomplete' },
  'withholds-list-of-bets': { draw: 'incomplete', placed: 'incomplete', book: 'incomplete' },
  'empties-list-of-bets': { draw: 'breach', placed: 'breach', book: 'breach' },
  'cuts-list-of-bets': { draw: 'breach', book: 'breach' },
  'hides-house': { draw: 'honest', book: 'honest' },
  'hides-checkpoint': { book: 'incomplete' },
  'cuts-checkpoint': { book: 'incomplete' },
  'hides-entries': { book: 'incomplete' },
  'cuts-bundles': { book: 'incomplete' },
  'cuts-tiles': { book: 'honest', since: 'incomplete' },
  'hides-tables': { draw: 'incomplete', book: 'honest', since: 'incomplete' },
} satisfies Record<string, Expectation>;

const DELAYED = {
  'stale-checkpoint': { book: 'incomplete' },
  // Without witnesses the house contradicts itself: it drew, but its own checkpoint in time lacks the seal.
  'stale-evidence': { draw: { 0: 'breach', 1: 'honest', 3: 'honest' } },
  'stale-last-checkpoint': BREACH,
  'late-checkpoint': BREACH,
} satisfies Record<string, Expectation>;

const SWAPPED = {
  'swaps-checkpoints': BREACH,
  'swaps-entries': BREACH,
  'swaps-places': { ...BREACH, void: 'breach' },
  'swaps-seal': BREACH,
  'swaps-result': { ...BREACH, void: 'breach' },
  'swaps-table': BREACH,
  'swaps-beacon': BREACH,
  'swaps-list-of-bets': { draw: 'breach', placed: 'breach', book: 'breach' },
  'swaps-receipt-owner': { slip: 'breach', placed: 'breach' },
  'swaps-slip-proofs': { slip: 'honest' },
  'swaps-slip-draw': { slip: 'breach' },
  'replays-draw': { draw: 'incomplete', slip: 'breach', placed: 'incomplete' },
  'replays-renamed-draw': BREACH,
  'replays-rescheduled-draw': BREACH,
} satisfies Record<string, Expectation>;

const FORKED = {
  'two-fates': { draw: 'honest', again: 'breach' },
  'two-results': { draw: 'honest', again: 'breach' },
  'forked-checkpoint': { book: 'breach' },
  'forked-root': { book: 'breach' },
  'forked-entries': { book: 'breach' },
  'forked-tiles': { book: 'honest', since: 'breach' },
  'other-book-key': { book: 'breach' },
  'other-book': { book: 'honest' },
} satisfies Record<string, Expectation>;

const OF_OWED = {
  'owed-hidden': { owed: 'unusable' },
  'owed-without-place': { owed: 'incomplete' },
  'owed-without-entry': { owed: 'incomplete' },
  'owed-split-dropped': { owed: 'breach' },
  'owed-less': { owed: 'breach' },
  'owed-other-total': { owed: 'breach' },
  'owed-other-entry': { owed: 'breach' },
  'owed-other-day': { owed: 'breach' },
} satisfies Record<string, Expectation>;

const ON_THE_WIRE = {
  'redirects-to-loopback': UNUSABLE,
  'redirects-to-metadata': UNUSABLE,
  'sends-without-end': UNUSABLE,
  drips: UNUSABLE,
  'never-answers': UNUSABLE,
  'compresses-a-flood': { draw: 'unusable' },
  'sends-no-json': UNUSABLE,
  'sends-deep-json': { draw: 'incomplete', book: 'incomplete' },
  fails: UNUSABLE,
  'names-another-type': { draw: 'honest', book: 'honest' },
  'sends-control-characters': { draw: 'breach' },
  'names-itself-in-control-characters': { draw: 'honest', book: 'breach' },
  'names-no-witnesses': { draw: 'honest', book: 'honest' },
  'names-local-witnesses': { draw: 'honest' },
} satisfies Record<string, Expectation>;

const OF_WITNESSES = {
  'witness-silent': UNDATED,
  'witness-knows-nothing': SILENT,
  'witness-hides-newest': { draw: 'honest', book: 'honest' },
  'witness-forges': UNDATED,
  'witness-strips-cosignatures': SILENT,
  'witness-pages-without-end': SILENT,
  'witness-sends-rubbish': UNDATED,
  'witness-redirects-to-loopback': UNDATED,
  'witness-redirects-to-metadata': SILENT,
  'witness-sends-without-end': { void: SILENT.void },
  'witness-drips': { void: SILENT.void },
  'witness-never-answers': { void: SILENT.void },
  'witness-compresses-a-flood': { void: SILENT.void },
  'witness-sends-no-json': SILENT,
  'witness-sends-deep-json': { void: SILENT.void },
  'witness-fails': SILENT,
} satisfies Record<string, Expectation>;

export const EXPECTED: Readonly<Record<string, Expectation>> = {
  ...INVENTED,
  ...OMITTED,
  ...DELAYED,
  ...SWAPPED,
  ...FORKED,
  ...OF_OWED,
  ...ON_THE_WIRE,
  ...OF_WITNESSES,
};
