import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, utf8 } from './bytes.ts';
import {
  type Checkpoint,
  checkpointText,
  cosignaturesOf,
  cosignedMessage,
  formatCosignature,
  metPolicyAt,
  openCheckpoint,
  parseCheckpointText,
} from './checkpoint.ts';
import {
  formatNote,
  formatSignature,
  NOTE_COSIGNATURE,
  NOTE_ED25519,
  parseVerifierKey,
  verifierKeyOf,
} from './note.ts';
import { emptyRoot } from './packed.ts';

// `vectors/log.json` holds published checkpoints and cosignatures, and invalid ones.

interface Signer {
  secret: Uint8Array;
  vkey: string;
}

function signerOf(name: string, algorithm: number, seed: number): Signer {
  const secret = new Uint8Array(32).fill(seed);
  return { secret, vkey: verifierKeyOf(name, algorithm, toHex(ed25519.getPublicKey(secret))) };
}

const log = signerOf('example.org/tercet', NOTE_ED25519, 1);
const witnesses = [2, 3, 4, 5].map((seed) => signerOf(`witness${seed}.example`, NOTE_COSIGNATURE, seed));
const vkeys = witnesses.map(({ vkey }) => vkey);
const checkpoint: Checkpoint = { origin: 'example.org/tercet', size: 3, root: 'ab'.repeat(32) };
const text = checkpointText(checkpoint);
const logLine = formatSignature(parseVerifierKey(log.vkey)!, ed25519.sign(utf8(text), log.secret));

function cosign({ vkey, secret }: Signer, atSeconds: number): string {
  return formatCosignature(vkey, atSeconds, ed25519.sign(cosignedMessage(text, atSeconds), secret));
}

test('a checkpoint comes back as it was, whatever its origin and size', () => {
  const origins = fc.string({ minLength: 1, maxLength: 40 }).filter((origin) => !/[\0-\x1f]/.test(origin));
  fc.assert(
    fc.property(origins, fc.maxSafeNat(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (origin, size, bytes) => {
      const given = { origin, size, root: size === 0 ? toHex(emptyRoot()) : toHex(bytes) };
      expect(parseCheckpointText(checkpointText(given))).toEqual(given);
    }),
  );
});

test('writing what no reader takes is the caller’s mistake', () => {
  const wrong: Partial<Checkpoint>[] = [
    { origin: '' },
    { origin: 'two\nlines' },
    { origin: 'o\n9\nAAAA' },
    { origin: text.trimEnd() },
    { origin: 'bell\u0007' },
    { origin: '\ud800' },
    { size: -1 },
    { size: 1.5 },
    { size: 2 ** 53 },
    { size: Number.NaN },
    { size: 0 },
    { root: 'ab' },
    { root: 'AB'.repeat(32) },
  ];
  for (const part of wrong) expect(() => checkpointText({ ...checkpoint, ...part })).toThrow(TypeError);
});

test('what is no text is no checkpoint, and what is no key opens none', () => {
  for (const none of [5, null, undefined, {}, []]) expect(parseCheckpointText(none as never)).toBeNull();
  const note = formatNote(text, [logLine]);
  expect(openCheckpoint(note, ['no key'])).toBeNull();
  expect(openCheckpoint(note, ['no key', log.vkey])).toEqual(checkpoint);
});

test('a checkpoint opens with its log’s key alone', () => {
  const note = formatNote(text, [logLine, cosign(witnesses[0]!, 100)]);
  const stranger = signerOf('example.org/tercet', NOTE_ED25519, 9);
  expect(openCheckpoint(note, [log.vkey])).toEqual(checkpoint);
  expect(openCheckpoint(note, [stranger.vkey, log.vkey])).toEqual(checkpoint);
  expect(openCheckpoint(note, [stranger.vkey])).toBeNull();
  expect(openCheckpoint(note, vkeys)).toBeNull();
  expect(openCheckpoint(note.slice(1), [log.vkey])).toBeNull();
});

describe('the policy', () => {
  test('is met at the quorum-th earliest time, whatever the order of the lines', () => {
    const times = fc.array(fc.option(fc.integer({ min: 1, max: 60 })), { minLength: 4, maxLength: 4 });
    const chances = fc.record({ times, quorum: fc.integer({ min: 0, max: 5 }), reversed: fc.boolean() });
    fc.assert(
      fc.property(chances, ({ times, quorum, reversed }) => {
        const lines = times.flatMap((at, which) => (at === null ? [] : [cosign(witnesses[which]!, at)]));
        const note = formatNote(text, [logLine, ...(reversed ? lines.reverse() : lines)]);
        const sorted = times.filter((at) => at !== null).sort((a, b) => a - b);
        const expected = quorum === 0 ? null : (sorted[quorum - 1] ?? null);
        expect(metPolicyAt(note, { witnesses: vkeys, quorum })).toBe(expected);
        expect(cosignaturesOf(note, vkeys).map(({ atSeconds }) => atSeconds)).toEqual(sorted);
      }),
      { numRuns: 60 },
    );
  });

  test('counts the earliest of a witness that cosigned again, not its second as another’s', () => {
    for (const times of [
      [50, 40],
      [40, 50],
    ]) {
      const note = formatNote(text, [logLine, ...times.map((at) => cosign(witnesses[0]!, at))]);
      expect(metPolicyAt(note, { witnesses: vkeys, quorum: 1 })).toBe(40);
      expect(metPolicyAt(note, { witnesses: vkeys, quorum: 2 })).toBeNull();
    }
  });

  test('counts one key under two names once, with its earliest time', () => {
    const [first] = witnesses;
    const twin = signerOf('again.example/w', NOTE_COSIGNATURE, 2);
    const note = formatNote(text, [logLine, cosign(first!, 50), cosign(twin, 40)]);
    expect(cosignaturesOf(note, [first!.vkey, twin.vkey])).toEqual([{ witness: twin.vkey, atSeconds: 40 }]);
    expect(cosignaturesOf(note, [twin.vkey, first!.vkey])).toEqual([{ witness: twin.vkey, atSeconds: 40 }]);
  });

  test('refuses every cosignature whose time was changed', () => {
    const honest = ed25519.sign(cosignedMessage(text, 50), witnesses[0]!.secret);
    const moved = formatNote(text, [logLine, formatCosignature(vkeys[0]!, 49, honest)]);
    expect(metPolicyAt(moved, { witnesses: vkeys, quorum: 1 })).toBeNull();
  });

  test('is not met where a witness’s line fails beside a good one', () => {
    const bad = formatCosignature(vkeys[0]!, 40, new Uint8Array(64));
    const short = formatSignature(parseVerifierKey(vkeys[0]!)!, new Uint8Array(3));
    for (const line of [bad, short]) {
      const note = formatNote(text, [logLine, cosign(witnesses[0]!, 50), line]);
      expect(metPolicyAt(note, { witnesses: vkeys, quorum: 1 })).toBeNull();
    }
  });
});

test('a cosignature is written for a witness, with a time and 64 bytes, or not at all', () => {
  const signature = new Uint8Array(64);
  for (const atSeconds of [0, -1, 1.5, 2 ** 53, Number.NaN]) {
    expect(() => formatCosignature(vkeys[0]!, atSeconds, signature)).toThrow(TypeError);
    expect(() => cosignedMessage(text, atSeconds)).toThrow(TypeError);
  }
  expect(() => formatCosignature(log.vkey, 1, signature)).toThrow(TypeError);
  expect(() => formatCosignature('nobody', 1, signature)).toThrow(TypeError);
  expect(() => formatCosignature(vkeys[0]!, 1, new Uint8Array(63))).toThrow(TypeError);
});

test('the message of a cosignature is that of the specification', () => {
  const published = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
  expect(new TextDecoder().decode(cosignedMessage(published, 1679315147))).toBe(
    `cosignature/v1\ntime 1679315147\n${published}`,
  );
});
