/**
 * A receipt as one line of text, short enough for a QR code. It is `tercet:1:` followed by base64url (RFC 4648 § 5, no
 * padding) of
 *
 *     lp(leaf data) ‖ signature (64) ‖ public key (32) ‖ lp(user name) ‖ salt (32) ‖ checksum (4)
 *
 * The checksum is the CRC-32 of ISO 3309 (as in gzip) over `tercet:1:` and the bytes before it. It distinguishes a
 * damaged text from a false receipt, and detects every error within 32 adjacent bits. It proves nothing: only the
 * signature does.
 */
import { concat, fromBase64, fromHex, lp, toBase64, toHex, u32be, utf8 } from './bytes.ts';
import type { Receipt } from './proof.ts';
import { parseSlipLeafData, SALT_BYTES, type SlipLeaf } from './receipt.ts';

/**
 * `other`: not a receipt text. `newer`: a version that this code does not support. `damaged`: a part is missing or
 * changed. `malformed`: undamaged, but the content is not a receipt.
 */
export type ReceiptTextProblem = 'other' | 'newer' | 'damaged' | 'malformed';

export type ReceiptTextReading =
  | { problem: null; receipt: Receipt; leaf: SlipLeaf }
  | { problem: ReceiptTextProblem; receipt: null; leaf: null };

const PREFIX = 'tercet:1:';
const ANY_VERSION = /^tercet:(\d{1,9}):/;
/** More than the longest receipt: an origin of 255 characters, all 20 bets, a long name. */
const CHARS_MAX = 4096;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const CHECKSUM_BYTES = 4;
const CRC_POLYNOMIAL = 0xedb88320;

/** The text of a receipt. Throws a TypeError on a malformed field. */
export function formatReceiptText({ leafData, signature, publicKey, userName, salt }: Receipt): string {
  const bytes = concat(
    lp(fromHex(leafData)),
    fromHex(signature, SIGNATURE_BYTES),
    fromHex(publicKey, KEY_BYTES),
    lp(utf8(userName)),
    fromHex(salt, SALT_BYTES),
  );
  return PREFIX + toBase64Url(concat(bytes, checksum(bytes)));
}

/** Parses a receipt text. Ignores line breaks and spaces, which messengers insert. Never throws. */
export function parseReceiptText(text: unknown): ReceiptTextReading {
  if (typeof text !== 'string' || text.length > CHARS_MAX) return refuse('other');
  const whole = text.replace(/\s+/g, '');
  const version = ANY_VERSION.exec(whole)?.[1];
  if (version === undefined) return refuse('other');
  if (!whole.startsWith(PREFIX)) return refuse(Number(version) > 1 ? 'newer' : 'damaged');
  const bytes = fromBase64Url(whole.slice(PREFIX.length));
  if (bytes === null || bytes.length < CHECKSUM_BYTES) return refuse('damaged');
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  if (toHex(checksum(body)) !== toHex(bytes.subarray(-CHECKSUM_BYTES))) return refuse('damaged');
  const receipt = readBody(body);
  const leaf = receipt === null ? null : parseSlipLeafData(fromHex(receipt.leafData));
  return receipt === null || leaf === null ? refuse('malformed') : { problem: null, receipt, leaf };
}

function refuse(problem: ReceiptTextProblem): ReceiptTextReading {
  return { problem, receipt: null, leaf: null };
}

/** Parses the receipt's bytes. Null unless the fields fill them exactly. */
function readBody(bytes: Uint8Array): Receipt | null {
  let at = 0;
  const take = (length: number): Uint8Array => {
    at += length;
    if (at > bytes.length) throw new TypeError('too short');
    return bytes.subarray(at - length, at);
  };
  const takeLong = (): Uint8Array => {
    const [high = 0, low = 0] = take(2);
    return take(high * 256 + low);
  };
  try {
    const receipt = {
      leafData: toHex(takeLong()),
      signature: toHex(take(SIGNATURE_BYTES)),
      publicKey: toHex(take(KEY_BYTES)),
      userName: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(takeLong()),
      salt: toHex(take(SALT_BYTES)),
    };
    return at === bytes.length ? receipt : null;
  } catch {
    return null;
  }
}

function checksum(bytes: Uint8Array): Uint8Array {
  let crc = 0xffffffff;
  for (const byte of concat(utf8(PREFIX), bytes)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  }
  return u32be(~crc >>> 0);
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(standard.padEnd(Math.ceil(standard.length / 4) * 4, '='));
}
