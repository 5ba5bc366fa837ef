/** Bytes, hex and the length-prefixed encodings under every hash of tercet/v1. */

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HEX_PATTERN = /^(?:[0-9a-f]{2})*$/;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_PATTERN = /^[A-Za-z0-9+/]*={0,2}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const DIGIT_0 = 0x30;
const LETTER_A = 0x61;
const U64_MAX = 2n ** 64n - 1n;
const encoder = new TextEncoder();

/** Lower-case hex of the bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Whether the value is lower-case hex of whole bytes, and of exactly `byteLength` bytes if given. */
export function isHex(value: unknown, byteLength?: number): value is string {
  if (typeof value !== 'string' || !HEX_PATTERN.test(value)) return false;
  return byteLength === undefined || value.length === byteLength * 2;
}

/** Bytes of lower-case hex text. Throws a TypeError on anything else, upper case included. */
export function fromHex(hex: string, byteLength?: number): Uint8Array {
  if (!isHex(hex, byteLength)) {
    throw new TypeError(`expected lower-case hex${byteLength === undefined ? '' : ` of ${byteLength} bytes`}`);
  }
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = nibbleAt(hex, 2 * i) * 16 + nibbleAt(hex, 2 * i + 1);
  return bytes;
}

function nibbleAt(hex: string, index: number): number {
  const code = hex.charCodeAt(index);
  return code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10;
}

/** Base64 of RFC 4648 § 4: the standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  const digit = (bits: number) => BASE64.charAt(bits & 63);
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    text += digit(a >> 2) + digit((a << 4) | (b >> 4));
    text += i + 1 < bytes.length ? digit((b << 2) | (c >> 6)) : '=';
    text += i + 2 < bytes.length ? digit(c) : '=';
  }
  return text;
}

/** Decodes what `toBase64` writes. Null on anything else, such as missing padding, stray bits or another alphabet. */
export function fromBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || text.length % 4 !== 0 || !BASE64_PATTERN.test(text)) return null;
  const digits = text.indexOf('=') < 0 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array(Math.floor((digits * 6) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits; i++) {
    bits = ((bits & 0xff) << 6) | BASE64.indexOf(text.charAt(i));
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  return toBase64(bytes) === text ? bytes : null;
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** UTF-8 of the text. Throws a TypeError on a lone surrogate, which would encode like a different text. */
export function utf8(text: string): Uint8Array {
  if (typeof text !== 'string' || LONE_SURROGATE.test(text)) throw new TypeError('expected well-formed text');
  return encoder.encode(text);
}

function unsigned(value: number | bigint, max: bigint): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError('expected a whole number');
  const whole = BigInt(value);
  if (whole < 0n || whole > max) throw new TypeError('number out of range');
  return whole;
}

/** Two bytes, big-endian. Throws a TypeError outside 0 … 2^16 − 1. */
export function u16be(value: number | bigint): Uint8Array {
  const whole = Number(unsigned(value, 0xffffn));
  return Uint8Array.of(whole >> 8, whole & 0xff);
}

/** Four bytes, big-endian. Throws a TypeError outside 0 … 2^32 − 1. */
export function u32be(value: number | bigint): Uint8Array {
  const whole = Number(unsigned(value, 0xffffffffn));
  return Uint8Array.of(whole >>> 24, (whole >>> 16) & 0xff, (whole >>> 8) & 0xff, whole & 0xff);
}

/** Eight bytes, big-endian. Throws a TypeError outside 0 … 2^64 − 1. */
export function u64be(value: number | bigint): Uint8Array {
  const whole = unsigned(value, U64_MAX);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, whole);
  return bytes;
}

/** lp(x) = u16be(length) ‖ x; text enters as UTF-8. Throws a TypeError above 65 535 bytes. */
export function lp(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? utf8(value) : value;
  return concat(u16be(bytes.length), bytes);
}
