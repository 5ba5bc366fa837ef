import type { DrawProof, FateClaim, VerifyOptions } from '@tercet/fair';
import type { BookPin, PinnedWitness } from '../pins/pin-store.ts';
import { mayAsk } from '../pins/witness-addresses.ts';
import type { AskPlan } from './gather-proof.ts';
import { firstSeenKey, type Known, originOf, ownOrigin } from './trusted-keys.ts';

/** A check reads all hashes of a period only up to this many slips. */
const LEAVES_MAX = 20_000;
/** For a book of an unknown house: asks only the beacon. */
const NOBODY: AskPlan = { witnesses: [], bookUrl: null };

export interface Terms {
  options: VerifyOptions;
  ask: AskPlan;
  /** True if the bundle belongs to this house's book. */
  isOwn: boolean;
}

export interface TermsRequest {
  /** Source of the bundle. */
  from: 'house' | 'file';
  /** Statements of other sources about the draw's fate. */
  claims: readonly FateClaim[];
  /** The user's pin of the bundle's book, if that is not this house's book. */
  foreignPin?: BookPin | null;
}

/**
 * Options and servers for a check that a user looks at. Only a pinned key counts. A bundle of another house's book is
 * compared with its own pin alone.
 */
export function termsOf(draw: DrawProof, known: Known, { from, claims, foreignPin = null }: TermsRequest): Terms {
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
 * The same for automatic checks. Without a pin they trust the first key that this phone saw, or else the key that the
 * house names.
 *
 * They detect every later change of the key, but not a key that was false from the start. `isPinned` tells which.
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

/** Witnesses that pages of this house may query. */
export function askable(witnesses: readonly PinnedWitness[]): PinnedWitness[] {
  return witnesses.filter((witness) => mayAsk(witness, self.location.origin));
}
