import type { DrawProof, FateClaim, VerifyOptions } from '@tercet/fair';
import type { BookPin, PinnedWitness } from '../pins/pin-store.ts';
import { mayAsk } from '../pins/witness-addresses.ts';
import type { AskPlan } from './gather-proof.ts';
import { firstSeenKey, type Known, originOf, ownOrigin } from './trusted-keys.ts';

/** A period with more slips than this is checked without reading all their hashes. */
const LEAVES_MAX = 20_000;
/** For a book of an unknown house: asks the beacon alone. */
const NOBODY: AskPlan = { witnesses: [], bookUrl: null };

export interface Terms {
  options: VerifyOptions;
  ask: AskPlan;
  /** The bundle is of this house's book. */
  isOwn: boolean;
}

export interface TermsAsked {
  /** Where the bundle comes from. */
  from: 'house' | 'file';
  /** What other sources said of the draw. */
  claims: readonly FateClaim[];
  /** What the reader confirmed of the bundle's book, where it is another than this house's. */
  foreignPin?: BookPin | null;
}

/**
 * How a bundle is compared with what this phone knows, for a reader who looks at it: only a key that they pinned
 * counts. A bundle of another book than this house's is compared with its own pin alone.
 */
export function termsOf(draw: DrawProof, known: Known, { from, claims, foreignPin = null }: TermsAsked): Terms {
  const own = ownOrigin(known);
  const isOwn = from === 'house' || (own !== null && own === originOf(draw));
  const options = { nowMs: Date.now(), ...(claims.length > 0 ? { claims } : {}) };
  if (!isOwn || own === null) {
    return { options: { ...options, pinned: pinnedBy(foreignPin), ...confirmedBy(foreignPin) }, ask: NOBODY, isOwn };
  }
  const firstSeen = firstSeenKey(known);
  const { pin, followed } = known;
  return {
    options: {
      ...options,
      pinned: { origin: own, ...pinnedBy(pin) },
      ...confirmedBy(pin),
      ...(firstSeen === null ? {} : { firstSeenLogKey: firstSeen }),
    },
    ask: { ...askOf(pin), logKey: pin?.logKey ?? firstSeen ?? undefined, followed: followed?.note },
    isOwn,
  };
}

function pinnedBy(pin: BookPin | null): NonNullable<VerifyOptions['pinned']> {
  return pin === null ? {} : { origin: pin.origin, logKey: pin.logKey };
}

function confirmedBy(pin: BookPin | null): Pick<VerifyOptions, 'confirmedWitnesses'> {
  if (pin === null || pin.witnesses.length === 0) return {};
  return { confirmedWitnesses: pin.witnesses.map(({ vkey }) => vkey) };
}

/**
 * The same for automatic checks. Without a pin they trust the first key that this phone saw, or before that the one the
 * house names. They find every later change of the key, but not a key that was false from the start. `isPinned` tells
 * which.
 */
export function ownTermsOf(draw: DrawProof, known: Known, claims: readonly FateClaim[]): Terms & { isPinned: boolean } {
  const terms = termsOf(draw, known, { from: 'house', claims });
  const logKey = known.pin?.logKey ?? firstSeenKey(known) ?? known.house?.book?.logKey ?? undefined;
  const pinned = { ...terms.options.pinned, ...(logKey === undefined ? {} : { logKey }) };
  return { ...terms, options: { ...terms.options, pinned }, isPinned: known.pin !== null };
}

function askOf(pin: BookPin | null): AskPlan {
  const witnesses = pin === null ? [] : askable(pin.witnesses);
  return { witnesses, bookUrl: navigator.onLine === false ? null : '', leavesMax: LEAVES_MAX };
}

/** Witnesses whose addresses a page of this house may ask at. */
export function askable(witnesses: readonly PinnedWitness[]): PinnedWitness[] {
  return witnesses.filter((witness) => mayAsk(witness, self.location.origin));
}
