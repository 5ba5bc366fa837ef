/** Slips and their receipts: the leaf data that the seal commits to, and the house's signature over it. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { BETS_IN_BYTE_ORDER, type Bet, isBet } from './bet-codes.ts';
import type { Stake } from './bets.ts';
import { concat, equalBytes, fromHex, isHex, lp, toHex, u16be, u64be, utf8 } from './bytes.ts';
import { parseDrawId } from './schedule.ts';

/** What one slip commits to. Hashes are lower-case hex of 32 bytes; stakes are above 0 and unique by bet. */
export interface SlipLeaf {
  /** The book's origin, such as `example.org/tercet`. */
  origin: string;
  drawId: string;
  /** UUID in lower case with its hyphens. */
  slipId: string;
  commitment: string;
  /** Leaf hash of the `table` entry that applies. */
  tableHash: string;
  round: number;
  /** Unix seconds. */
  tLock: number;
  acceptedMs: number;
  /** In byte order of the bet codes; `inByteOrder` sorts. */
  selections: readonly Stake[];
}

/**
 * Hex throughout; `leafData` is exactly what `slipLeafData` wrote. With name and salt the commitment is checked too.
 */
export interface ReceiptClaim {
  leafData: string;
  signature: string;
  publicKey: string;
  userName?: string;
  salt?: string;
}

const SLIP_TAG = lp('tercet/v1/slip');
const RECEIPT_TAG = lp('tercet/v1/receipt');
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ORIGIN_PATTERN = /^[!-*,-~]{1,255}$/;
/** 2^53 − 1: the most that a slip may stake in all. */
export const SLIP_TOTAL_MAX = BigInt(Number.MAX_SAFE_INTEGER);
export const SALT_BYTES = 32;

/** A book's origin: 1 to 255 printable ASCII characters without space and plus, which signed notes forbid. */
export function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && ORIGIN_PATTERN.test(value);
}

/** A sorted copy in the byte order that leaf data asks for. */
export function inByteOrder<T extends { bet: Bet }>(selections: readonly T[]): T[] {
  // Codes are ASCII: the order of texts is that of bytes.
  return [...selections].sort((a, b) => Number(a.bet > b.bet) - Number(a.bet < b.bet));
}

/** The leaf data of a slip (protocol, "Leaf data"). Throws a TypeError on anything that it does not allow. */
export function slipLeafData(leaf: SlipLeaf): Uint8Array {
  if (!isOrigin(leaf.origin)) throw new TypeError('bad origin');
  if (parseDrawId(leaf.drawId) === null) throw new TypeError('bad draw id');
  if (!UUID_PATTERN.test(leaf.slipId)) throw new TypeError('bad slip id');
  assertSelections(leaf.selections);
  return concat(
    SLIP_TAG,
    lp(leaf.origin),
    lp(leaf.drawId),
    fromHex(leaf.slipId.replaceAll('-', '')),
    fromHex(leaf.commitment, 32),
    fromHex(leaf.tableHash, 32),
    u64be(safe(leaf.round)),
    u64be(safe(leaf.tLock)),
    u64be(safe(leaf.acceptedMs)),
    u16be(leaf.selections.length),
    ...leaf.selections.flatMap(({ bet, stakeMinor }) => [lp(bet), u64be(stakeMinor)]),
  );
}

/** Parses leaf data. Null unless the bytes are exactly what `slipLeafData` writes. */
export function parseSlipLeafData(bytes: Uint8Array): SlipLeaf | null {
  try {
    const leaf = readLeaf(bytes);
    return equalBytes(slipLeafData(leaf), bytes) ? leaf : null;
  } catch {
    return null;
  }
}

/** commitment = H(lp(user name) ‖ lp(salt)) in hex; the salt is 32 bytes in hex. */
export function commitmentOf(userName: string, salt: string): string {
  return toHex(sha256(concat(lp(utf8(userName)), lp(fromHex(salt, SALT_BYTES)))));
}

/** What the receipt key signs: lp("tercet/v1/receipt") ‖ leaf data. */
export function receiptMessage(leafData: Uint8Array): Uint8Array {
  return concat(RECEIPT_TAG, leafData);
}

/**
 * Whether the receipt is well-formed and signed by the key (strict Ed25519). With name and salt, also whether it is
 * issued to that name. False on anything else; never throws.
 */
export function verifyReceipt(claim: ReceiptClaim): boolean {
  try {
    const { leafData, signature, publicKey, userName, salt } = claim;
    if (!isHex(leafData) || !isHex(signature, 64) || !isHex(publicKey, 32)) return false;
    const data = fromHex(leafData);
    const leaf = parseSlipLeafData(data);
    if (leaf === null || !holdsCommitment(leaf, userName, salt)) return false;
    return ed25519.verify(fromHex(signature), receiptMessage(data), fromHex(publicKey), { zip215: false });
  } catch {
    return false;
  }
}

function holdsCommitment(leaf: SlipLeaf, userName: string | undefined, salt: string | undefined): boolean {
  if (userName === undefined && salt === undefined) return true;
  if (userName === undefined || salt === undefined) return false;
  return commitmentOf(userName, salt) === leaf.commitment;
}

function assertSelections(selections: readonly Stake[]): void {
  let total = 0n;
  let previous = -1;
  if (selections.length === 0) throw new TypeError('no selection');
  for (const { bet, stakeMinor } of selections) {
    const place = BETS_IN_BYTE_ORDER.indexOf(bet);
    if (place <= previous) throw new TypeError('bet codes must be known, unique and in byte order');
    if (typeof stakeMinor !== 'bigint' || stakeMinor <= 0n) throw new TypeError('a stake is above 0');
    previous = place;
    total += stakeMinor;
  }
  if (total > SLIP_TOTAL_MAX) throw new TypeError('slip total too large');
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('expected a safe integer');
  return value;
}

/** Reads fields in order. `parseSlipLeafData` writes them again to prove that they are canonical. */
function readLeaf(bytes: Uint8Array): SlipLeaf {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (length: number): Uint8Array => {
    at += length;
    if (at > bytes.length) throw new TypeError('leaf data too short');
    return bytes.subarray(at - length, at);
  };
  const u16 = (): number => {
    take(2);
    return view.getUint16(at - 2);
  };
  const u64 = (): bigint => {
    take(8);
    return view.getBigUint64(at - 8);
  };
  const text = (): string => String.fromCharCode(...take(u16()));
  take(SLIP_TAG.length);
  const leaf = {
    origin: text(),
    drawId: text(),
    slipId: uuidOf(take(16)),
    commitment: toHex(take(32)),
    tableHash: toHex(take(32)),
    round: Number(u64()),
    tLock: Number(u64()),
    acceptedMs: Number(u64()),
  };
  const selections: Stake[] = [];
  const count = u16();
  if (count > BETS_IN_BYTE_ORDER.length) throw new TypeError('too many selections');
  while (selections.length < count) {
    const bet = text();
    if (!isBet(bet)) throw new TypeError('unknown bet');
    selections.push({ bet, stakeMinor: u64() });
  }
  return { ...leaf, selections };
}

function uuidOf(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
