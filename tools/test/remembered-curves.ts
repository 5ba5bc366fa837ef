import { bls12_381 as bls } from '../../node_modules/@noble/curves/bls12-381.js';
import { ed25519 as ed } from '../../node_modules/@noble/curves/ed25519.js';

// Stands in for the curves of @noble while tests run, since the same signatures are made and verified again and again.
// A result is kept by the whole input of its function: a mutant that changes the input has it computed.

type Operation<A extends unknown[], R> = (...input: A) => R;

interface Memory {
  results: Map<string, unknown>;
  ids: WeakMap<object, number>;
  lastId: number;
}

/** Survives module reloads. */
const all = globalThis as typeof globalThis & { tercetMemory?: Memory };
all.tercetMemory ??= { results: new Map(), ids: new WeakMap(), lastId: 0 };
const memory = all.tercetMemory;

function remembered<A extends unknown[], R>(name: string, operation: Operation<A, R>): Operation<A, R> {
  return (...input) => {
    const key = [name, ...input.map(keyOf)].join(' ');
    if (!memory.results.has(key)) memory.results.set(key, operation(...input));
    const result = memory.results.get(key) as R;
    // Returns a copy, so that a caller's changes do not reach the cache.
    return result instanceof Uint8Array ? (result.slice() as R) : result;
  };
}

/** A key that is equal only for equal inputs: points by encoding, other objects by identity. */
function keyOf(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('base64')}`;
  if (Array.isArray(value) && !memory.ids.has(value) && value.length < 10) return `[${value.map(keyOf).join(',')}]`;
  if (value instanceof bls.G1.Point || value instanceof bls.G2.Point) return `point ${value.toHex(true)}`;
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
  if (Object.getPrototypeOf(value) === Object.prototype)
    return JSON.stringify(Object.entries(value).map(([name, one]) => [name, keyOf(one)]));
  if (!memory.ids.has(value)) memory.ids.set(value, ++memory.lastId);
  return `object ${memory.ids.get(value)}`;
}

const { shortSignatures: short, utils, fields } = bls;

export const ed25519 = {
  ...ed,
  sign: remembered('ed25519 sign', ed.sign),
  verify: remembered('ed25519 verify', ed.verify),
};

export const bls12_381 = {
  ...bls,
  millerLoopBatch: remembered('miller loop', bls.millerLoopBatch),
  utils: { ...utils, calcPairingPrecomputes: remembered('lines', utils.calcPairingPrecomputes) },
  fields: {
    ...fields,
    Fp12: Object.create(fields.Fp12, {
      finalExponentiate: { value: remembered('exponentiate', fields.Fp12.finalExponentiate.bind(fields.Fp12)) },
    }) as typeof fields.Fp12,
  },
  shortSignatures: {
    ...short,
    hash: remembered('hash to curve', short.hash),
    sign: remembered('bls sign', short.sign as Operation<unknown[], unknown>),
    getPublicKey: remembered('bls key', short.getPublicKey as Operation<unknown[], unknown>),
    Signature: { ...short.Signature, fromBytes: remembered('bls signature', short.Signature.fromBytes) },
  },
};
