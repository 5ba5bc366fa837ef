import type { Receipt } from '@tercet/fair';
import { type Bundle, keptProofsIn, readBundle } from '../src/features/proof/bundle.ts';
import type { ProofQuestion } from '../src/features/proof/proof-messages.ts';
import { readReceipts } from '../src/features/receipts/receipt-text.ts';
import { isBareNumber, readDrawNumber } from '../src/screens/verify/draw-number.ts';
import { askClub, ClubProblem, planOf, readAddress } from './ask-club.ts';

/** What is typed beside the proof itself. */
export interface Known {
  /** Address of the club, or nothing: then nobody is asked for anything. */
  address: string;
  /** Verifier key of the book as the reader has it from elsewhere, or nothing. */
  logKey: string;
}

export type FaultCode =
  | 'empty'
  | 'wrong'
  | 'damaged'
  | 'bareNumber'
  | 'needsAddress'
  | 'badAddress'
  | 'silent'
  | 'missing';

export type Given = { question: ProofQuestion; from: 'house' | 'file' } | { fault: FaultCode };

/** Turns what was pasted into what is to be checked; asks the club only where an address is given. */
export async function readGiven(text: string, known: Known): Promise<Given> {
  if (text.trim() === '') return { fault: 'empty' };
  const address = known.address.trim() === '' ? null : readAddress(known.address);
  if (address === null && known.address.trim() !== '') return { fault: 'badAddress' };
  try {
    const given = await questionOf(text, address);
    return 'fault' in given ? given : pinnedTo(known, given);
  } catch (error) {
    if (error instanceof ClubProblem) return { fault: error.code };
    throw error;
  }
}

async function questionOf(text: string, address: string | null): Promise<Given> {
  const { bundle, problem } = readBundle(text);
  if (problem === 'damaged') return { fault: 'damaged' };
  if (bundle !== null) return { question: await ofBundle(bundle, address), from: 'file' };
  const pasted = readReceipts(text).receipts[0];
  if (pasted !== undefined) return ofReceipt(text, pasted.slip.drawId, pasted.receipt, address);
  const drawId = readDrawNumber(text);
  if (drawId === null) return { fault: 'wrong' };
  if (isBareNumber(drawId)) return { fault: 'bareNumber' };
  if (address === null) return { fault: 'needsAddress' };
  return { question: await askClub(address, drawId, null), from: 'house' };
}

async function ofBundle(bundle: Bundle, address: string | null): Promise<ProofQuestion> {
  const options = { ...bundle.options, nowMs: Date.now() };
  const ask = address === null ? {} : { ask: await planOf(address) };
  if (bundle.kind === 'draw') return { kind: 'draw', proof: bundle.proof, options, ...ask };
  return { kind: 'slip', proof: bundle.proof, options, ...ask };
}

/** Without a club to ask, what the file of the receipt brought along is checked. */
async function ofReceipt(text: string, drawId: string, receipt: Receipt, address: string | null): Promise<Given> {
  if (address !== null) return { question: await askClub(address, drawId, receipt), from: 'house' };
  const kept = keptProofsIn(text).find((proof) => proof.receipt.leafData === receipt.leafData);
  if (kept === undefined) return { fault: 'needsAddress' };
  return { question: { kind: 'slip', proof: { ...kept, receipt }, options: { nowMs: Date.now() } }, from: 'file' };
}

function pinnedTo({ logKey }: Known, given: Exclude<Given, { fault: FaultCode }>): Given {
  const key = logKey.trim();
  if (key === '') return given;
  const { question, from } = given;
  return { question: { ...question, options: { ...question.options, pinned: { logKey: key } } }, from };
}
