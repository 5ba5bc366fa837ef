import { ed25519 as real } from '@noble/curves/ed25519.js';

// In place of `@noble/curves/ed25519.js` while unit tests run (signature-plugin.ts). Tests sign and verify the same few
// messages thousands of times, which takes milliseconds each. Both are pure: each result is computed once.

const RESULTS_KEPT_MAX = 20_000;
const verified = new Map<string, boolean>();
const signed = new Map<string, Uint8Array>();

function nameOf(parts: readonly unknown[]): string {
  return parts.map((part) => (part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : '?')).join('|');
}

function remember<Result>(kept: Map<string, Result>, parts: readonly unknown[], compute: () => Result): Result {
  // What is no plain call with bytes is left to the library, which refuses it or not.
  if (!parts.every((part) => part instanceof Uint8Array)) return compute();
  const name = `${parts.map((part) => part.length).join()}:${nameOf(parts)}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const result = compute();
  if (kept.size < RESULTS_KEPT_MAX) kept.set(name, result);
  return result;
}

const verify: typeof real.verify = (signature, message, key, options) =>
  remember(verified, [signature, message, key, bytesOf(options)], () => real.verify(signature, message, key, options));

const sign: typeof real.sign = (message, key, options) =>
  options === undefined
    ? Uint8Array.from(remember(signed, [message, key], () => real.sign(message, key)))
    : real.sign(message, key, options);

/** Options are part of what is asked. */
function bytesOf(options: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(options) ?? '');
}

export const ed25519 = { ...real, verify, sign };
