import { parseVerifierKey, type Receipt } from '@tercet/fair';
import type { PinnedWitness } from '../src/features/pins/pin-store.ts';
import { type Bundle, readBundle, savedProofsIn } from '../src/features/proof/bundle.ts';
import type { ProofQuestion } from '../src/features/proof/proof-messages.ts';
import { readReceipts } from '../src/features/receipts/receipt-text.ts';
import { isBareNumber, readDrawNumber } from '../src/screens/verify/draw-number.ts';
import { askClub, type Club, ClubProblem, findClub, planOf, readAddress } from './ask-club.ts';

/** What the reader entered or confirmed, apart from the proof. */
export interface Known {
  /** URL of the club; empty: no network requests at all. */
  address: string;
  /** Verifier key of the book that the reader confirmed or entered; empty: none. */
  logKey: string;
  /** Witnesses at URLs that the reader confirmed. */
  witnesses: readonly PinnedWitness[];
}

export type FaultCode =
  | 'empty'
  | 'wrong'
  | 'damaged'
  | 'bareNumber'
  | 'needsAddress'
  | 'badAddress'
  | 'badKey'
  | 'silent'
  | 'missing';

interface GivenQuestion {
  question: ProofQuestion;
  from: 'house' | 'file';
}

/** `named`: witnesses that the club names; empty without a club. */
export type Given = (GivenQuestion & { named: readonly PinnedWitness[] }) | { fault: FaultCode };

/** Turns the input into a check. Queries the club only if its URL is given. */
export async function readGiven(text: string, known: Known): Promise<Given> {
  if (text.trim() === '') return { fault: 'empty' };
  const logKey = known.logKey.trim();
  if (logKey !== '' && parseVerifierKey(logKey) === null) return { fault: 'badKey' };
  const address = known.address.trim() === '' ? null : readAddress(known.address);
  if (address === null && known.address.trim() !== '') return { fault: 'badAddress' };
  try {
    const club = address === null ? null : await findClub(address);
    const given = await questionOf(text, club);
    if ('fault' in given) return given;
    return { ...given, question: withTerms(given.question, { logKey, club, known }), named: club?.named ?? [] };
  } catch (error) {
    if (error instanceof ClubProblem) return { fault: error.code };
    throw error;
  }
}

async function questionOf(text: string, club: Club | null): Promise<GivenQuestion | { fault: FaultCode }> {
  const { bundle, problem } = readBundle(text);
  if (problem === 'damaged') return { fault: 'damaged' };
  if (bundle !== null) return { question: ofBundle(bundle), from: 'file' };
  const pasted = readReceipts(text).receipts[0];
  if (pasted !== undefined) return ofReceipt(text, pasted.slip.drawId, pasted.receipt, club);
  const drawId = readDrawNumber(text);
  if (drawId === null) return { fault: 'wrong' };
  if (isBareNumber(drawId)) return { fault: 'bareNumber' };
  if (club === null) return { fault: 'needsAddress' };
  return { question: await askClub(club, drawId, null), from: 'house' };
}

function ofBundle(bundle: Bundle): ProofQuestion {
  const options = { ...bundle.options, nowMs: Date.now(), undated: true };
  if (bundle.kind === 'draw') return { kind: 'draw', proof: bundle.proof, options };
  return { kind: 'slip', proof: bundle.proof, options };
}

/** Without a club, takes the proof from the receipt's file. */
async function ofReceipt(
  text: string,
  drawId: string,
  receipt: Receipt,
  club: Club | null,
): Promise<GivenQuestion | { fault: FaultCode }> {
  if (club !== null) return { question: await askClub(club, drawId, receipt), from: 'house' };
  const stored = savedProofsIn(text).find((proof) => proof.receipt.leafData === receipt.leafData);
  if (stored === undefined) return { fault: 'needsAddress' };
  const options = { nowMs: Date.now(), undated: true };
  return { question: { kind: 'slip', proof: { ...stored, receipt }, options }, from: 'file' };
}

/**
 * Adds the reader's key and the servers to query. Only a confirmed key counts. Without a URL, no server is queried.
 */
function withTerms(
  question: ProofQuestion,
  { logKey, club, known }: { logKey: string; club: Club | null; known: Known },
): ProofQuestion {
  const origin = parseVerifierKey(logKey)?.name;
  const pinned = origin === undefined ? {} : { pinned: { origin, logKey } };
  const ask = club === null ? {} : { ask: { ...planOf(club, known.witnesses), logKey: logKey || undefined } };
  return { ...question, options: { ...question.options, ...pinned }, ...ask };
}
