import { type DrawProof, isHex, parseDrawId, type Receipt, type SlipProof, type VerifyOptions } from '@tercet/fair';
import type { Gathered } from './gather-proof.ts';
import type { ProofQuestion } from './proof-messages.ts';

/** Evidence of a bundle beyond the house's own answer. */
export interface BundleOptions
  extends Pick<VerifyOptions, 'witnessed' | 'laterEntries' | 'beaconSignature' | 'payoutMinor'> {
  leafHashes?: readonly string[];
}

/** All inputs of a check, to repeat it on another device or later. */
export type Bundle = { format: typeof FORMAT; options: BundleOptions; savedAtMs: number } & (
  | { kind: 'draw'; proof: DrawProof }
  | { kind: 'slip'; proof: SlipProof }
);

const FORMAT = 'tercet/v1 bundle';
const CHARS_MAX = 64 * 1024 * 1024;

/** The bundle of a check with the gathered evidence. `slip` is the proof that the check built for a receipt. */
export function bundleOf(
  question: ProofQuestion,
  { gathered, slip }: { gathered: Gathered; slip: SlipProof | null },
  savedAtMs: number,
): Bundle {
  const { witnessed = [], laterEntries = [], leafHashes, beaconSignature, payoutMinor } = question.options;
  const options = compact({
    witnessed: [...witnessed, ...(gathered.witnessed ?? [])],
    laterEntries: gathered.laterEntries ?? laterEntries,
    leafHashes: gathered.leafHashes ?? leafHashes ?? undefined,
    beaconSignature: gathered.beaconSignature ?? beaconSignature,
    payoutMinor,
  });
  const header = { format: FORMAT, options, savedAtMs } as const;
  if (question.kind === 'draw') return { ...header, kind: 'draw', proof: question.proof };
  return {
    ...header,
    kind: 'slip',
    proof: slip ?? (question.kind === 'slip' ? question.proof : withoutPath(question)),
  };
}

function compact(options: { [K in keyof BundleOptions]: BundleOptions[K] | undefined }): BundleOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function withoutPath({ receipt, draw }: { receipt: Receipt; draw: DrawProof }): SlipProof {
  return { receipt, draw, index: null, count: null, proof: null };
}

export function bundleText(bundle: Bundle): string {
  return `${JSON.stringify(bundle, null, 1)}\n`;
}

export function bundleName({ kind, proof }: Bundle): string {
  const drawId = 'draw' in proof ? proof.draw?.drawId : proof.drawId;
  return `tercet-${kind}-${String(drawId).replace('/', '-')}.json`;
}

/** `other`: not a bundle; `damaged`: a bundle that cannot be parsed. */
export type BundleReading = { problem: null; bundle: Bundle } | { problem: 'other' | 'damaged'; bundle: null };

/**
 * Reads a saved bundle, or a draw or slip as the house's API returns it. Checks only the shape; the steps check the
 * rest.
 */
export function readBundle(text: string): BundleReading {
  if (!/^\s*\{/.test(text) || text.length > CHARS_MAX) return { problem: 'other', bundle: null };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { problem: text.includes(FORMAT) ? 'damaged' : 'other', bundle: null };
  }
  const given = file as Partial<Bundle> & Record<string, unknown>;
  const bundle = given.format === FORMAT ? ofFile(given) : ofAnswer(given);
  if (bundle !== null) return { problem: null, bundle };
  return { problem: given.format === FORMAT ? 'damaged' : 'other', bundle: null };
}

/** The inclusion proofs in a file of saved receipts. */
export function savedProofsIn(text: string): SlipProof[] {
  if (!/^\s*\{/.test(text) || text.length > CHARS_MAX) return [];
  try {
    const { receipts } = JSON.parse(text) as { receipts?: { inclusion?: { proof?: unknown } | null }[] };
    return (Array.isArray(receipts) ? receipts : []).map((one) => one?.inclusion?.proof).filter(isSlip);
  } catch {
    return [];
  }
}

function ofFile({ kind, proof, options, savedAtMs }: Record<string, unknown>): Bundle | null {
  const header = { format: FORMAT, options: optionsOf(options), savedAtMs: Number(savedAtMs) || 0 } as const;
  if (kind === 'draw' && isDraw(proof)) return { ...header, kind, proof };
  return kind === 'slip' && isSlip(proof) ? { ...header, kind, proof } : null;
}

function ofAnswer(given: unknown): Bundle | null {
  const header = { format: FORMAT, options: {}, savedAtMs: 0 } as const;
  if (isSlip(given)) return { ...header, kind: 'slip', proof: given };
  return isDraw(given) ? { ...header, kind: 'draw', proof: given } : null;
}

/** Drops fields of the wrong type. */
function optionsOf(value: unknown): BundleOptions {
  const given = (value ?? {}) as Record<string, unknown>;
  const texts = (name: string) => {
    const list = given[name];
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? { [name]: list as string[] } : {};
  };
  const hashes = given.leafHashes;
  const isHashes = Array.isArray(hashes) && hashes.every((one) => isHex(one, 32));
  return {
    ...texts('witnessed'),
    ...texts('laterEntries'),
    ...(isHashes ? { leafHashes: hashes as string[] } : {}),
    ...(isHex(given.beaconSignature, 48) ? { beaconSignature: given.beaconSignature } : {}),
    ...(typeof given.payoutMinor === 'string' ? { payoutMinor: given.payoutMinor } : {}),
  };
}

/** True if all fields that pages show before the check are valid. */
function isDraw(value: unknown): value is DrawProof {
  const { drawId, dice, round, locksAtMs, entries, table } = (value ?? {}) as Partial<DrawProof>;
  const isDice = dice === null || (Array.isArray(dice) && dice.length === 3 && dice.every(Number.isInteger));
  const numbered = typeof round === 'number' && typeof locksAtMs === 'number' && Number.isFinite(locksAtMs);
  const named = typeof drawId === 'string' && parseDrawId(drawId) !== null;
  return named && isDice && numbered && typeof entries === 'object' && typeof table?.entry?.body === 'string';
}

function isSlip(value: unknown): value is SlipProof {
  const { receipt, draw } = (value ?? {}) as Partial<SlipProof>;
  return isHex(receipt?.leafData) && isDraw(draw);
}
