/** `tercet verify draw ID` and `receipt FILE`. */
import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import {
  type DrawProof,
  decodeEntryAs,
  fromHex,
  gatherWitnessed,
  inclusionProofHex,
  leafHash,
  parseReceiptText,
  parseSlipLeafData,
  type Receipt,
  type SlipProof,
  toHex,
  type VerifyOptions,
  verifyDraw,
  verifySlip,
} from '@tercet/fair';
import { askBeacon, type Club, clubAt, sourcesOf } from './club.ts';
import { CheckFailure } from './failure.ts';
import type { CheckOptions } from './options.ts';
import { readPinned, writePinned } from './pinned.ts';
import { type Report, reportOf } from './report.ts';

/** Where a period has more slips than this, its root is not computed anew for one draw. */
const LEAVES_MAX = 2_000_000;

export async function checkDraw(options: CheckOptions): Promise<Report> {
  const club = clubAt(options.club ?? '');
  const proof = await club.draw(options.target);
  if (proof.drawId !== options.target) throw new CheckFailure(`${club.address} answered for another draw.`);
  const silent: string[] = [];
  const known = await gather(club, proof, options, silent);
  const found = verifyDraw(proof, known);
  await remember(options, proof, known, found.verdict !== 'breach');
  return reportOf(proof.drawId, found, silent);
}

export async function checkReceipt(options: CheckOptions): Promise<Report> {
  const file = await readInput(options.target);
  const bundle = readBundle(file);
  if (bundle !== null) return checkBundle(bundle, options);
  const receipt = readReceipt(file);
  const leaf = receipt === null ? null : parseSlipLeafData(bytesOf(receipt.leafData));
  if (receipt === null || leaf === null) {
    throw new CheckFailure(`${options.target} is neither a receipt nor a bundle that was saved with one.`);
  }
  if (options.club === null) {
    throw new CheckFailure('A receipt alone says nothing of the draw: give --club URL, or a saved bundle.');
  }
  const club = clubAt(options.club);
  const draw = await club.draw(leaf.drawId);
  const silent: string[] = [];
  const known = await gather(club, draw, options, silent);
  const found = verifySlip(slipOf(receipt, draw, known.leafHashes), known);
  await remember(options, draw, known, found.verdict !== 'breach');
  return reportOf(leaf.drawId, found, silent);
}

/** A receipt whose leaf is not among the sealed ones gets a path that cannot hold: the verdict is then a breach. */
function slipOf(receipt: Receipt, draw: DrawProof, leaves: readonly string[] | undefined): SlipProof {
  if (leaves === undefined) return { receipt, draw, index: null, count: null, proof: null };
  const index = leaves.indexOf(toHex(leafHash(fromHex(receipt.leafData))));
  const proof = index < 0 ? [] : inclusionProofHex(leaves, index);
  return { receipt, draw, index: Math.max(0, index), count: leaves.length, proof };
}

async function gather(club: Club, draw: DrawProof, options: CheckOptions, silent: string[]): Promise<VerifyOptions> {
  const { origin } = decodeEntryAs('table', draw.table.entry.body);
  const house = await club.house();
  const urls = [...options.witnesses, ...house.book.witnesses.map(({ url }) => url)];
  const sources = sourcesOf(club, origin, [...new Set(urls)], (url) => silent.push(url));
  const sealed = draw.root !== null && (draw.slipCount ?? 0) <= LEAVES_MAX;
  const pinned = await readPinned(options.state, origin);
  const witnessed = await gatherWitnessed(draw, sources);
  const seen = pinned?.note == null ? [] : [pinned.note];
  return {
    ...(await pinsOf(options, origin)),
    ...witnessed,
    witnessed: [...(witnessed.witnessed ?? []), ...seen],
    leafHashes: sealed ? await club.slips(draw.drawId) : undefined,
    beaconSignature: draw.signature === null ? await askBeacon(draw) : undefined,
    nowMs: Date.now(),
  };
}

/** What was given on the command line goes before what was seen first. */
async function pinsOf(options: CheckOptions, origin: string): Promise<Pick<VerifyOptions, 'pinned'>> {
  const seen = await readPinned(options.state, origin);
  const logKey = options.logKey ?? seen?.logKey;
  return { pinned: { origin: options.origin ?? undefined, logKey } };
}

/** The key of a book that was checked for the first time is the one that must sign from then on. */
async function remember(options: CheckOptions, draw: DrawProof, known: VerifyOptions, holds: boolean): Promise<void> {
  const { origin } = decodeEntryAs('table', draw.table.entry.body);
  if (!holds || !draw.book || known.pinned?.logKey !== undefined) return;
  await writePinned(options.state, { origin, logKey: draw.book.logKey, note: null });
}

interface Bundle {
  kind: 'draw' | 'slip';
  proof: unknown;
  options: VerifyOptions;
}

async function checkBundle(bundle: Bundle, options: CheckOptions): Promise<Report> {
  const draw = (bundle.kind === 'draw' ? bundle.proof : (bundle.proof as SlipProof).draw) as DrawProof;
  const { witnessed, laterEntries, leafHashes, beaconSignature, payoutMinor } = bundle.options;
  const { origin } = decodeEntryAs('table', draw.table.entry.body);
  // What the file says is pinned, pins nothing; neither does its word for the time.
  const known = {
    ...(await pinsOf(options, origin)),
    witnessed,
    laterEntries,
    leafHashes,
    beaconSignature,
    payoutMinor,
  };
  const found = bundle.kind === 'draw' ? verifyDraw(draw, known) : verifySlip(bundle.proof as SlipProof, known);
  return reportOf(draw.drawId, found, []);
}

async function readInput(path: string): Promise<string> {
  try {
    return path === '-' ? await readStream(process.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw new CheckFailure(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function readBundle(text: string): Bundle | null {
  const file = parseJson(text) as { format?: unknown; kind?: unknown; proof?: unknown; options?: unknown } | null;
  if (file?.format !== 'tercet/v1 bundle') return null;
  const isSlip = file.kind === 'slip';
  const draw = (isSlip ? (file.proof as Partial<SlipProof> | null)?.draw : file.proof) as Partial<DrawProof> | null;
  if ((!isSlip && file.kind !== 'draw') || typeof draw?.table?.entry?.body !== 'string') {
    throw new CheckFailure('The bundle is not whole.');
  }
  return { kind: isSlip ? 'slip' : 'draw', proof: file.proof, options: (file.options ?? {}) as VerifyOptions };
}

/** The first receipt of a file of receipts, or the one in a line of text. */
function readReceipt(text: string): Receipt | null {
  const reading = parseReceiptText(text.trim());
  if ('receipt' in reading && reading.receipt) return reading.receipt;
  const file = parseJson(text) as { receipts?: { receipt?: Partial<Receipt> }[] } | null;
  const receipt = file?.receipts?.[0]?.receipt;
  const parts = [receipt?.leafData, receipt?.signature, receipt?.publicKey, receipt?.userName, receipt?.salt];
  return parts.every((part) => typeof part === 'string') ? (receipt as Receipt) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bytesOf(hex: string): Uint8Array {
  try {
    return fromHex(hex);
  } catch {
    return new Uint8Array(0);
  }
}
