/** Derives the dice of a draw from the beacon alone. Bets are never an input. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { SIGNATURE_BYTES } from './beacon.ts';
import { concat, fromHex, lp, toHex, u32be, u64be, utf8 } from './bytes.ts';
import { parseDrawId } from './schedule.ts';

export type Dice = [number, number, number];

/** Chain hash and signature are lower-case hex. */
export interface DrawInput {
  chainHash: string;
  round: number;
  signature: string;
  drawId: string;
}

export interface DrawResult {
  /** 32 bytes in hex. */
  seed: string;
  dice: Dice;
}

const SEED_TAG = lp('tercet/v1/seed');
const DICE_TAG = utf8('tercet/v1/dice');
/** The largest multiple of 6 in a byte. Bytes from it up are dropped, so that each face is equally likely. */
const BYTE_LIMIT = 252;

/**
 * seed = H(lp("tercet/v1/seed") ‖ lp(chain hash) ‖ u64be(R) ‖ lp(signature) ‖ lp(draw_id)), and its dice.
 * Throws a TypeError on malformed input. It does not verify the signature: `verifyBeaconRound` does.
 */
export function drawDice({ chainHash, round, signature, drawId }: DrawInput): DrawResult {
  const chain = fromHex(chainHash, 32);
  const signed = fromHex(signature, SIGNATURE_BYTES);
  if (!Number.isSafeInteger(round) || round < 1) throw new TypeError('bad beacon round');
  if (parseDrawId(drawId) === null) throw new TypeError('bad draw id');
  const seed = sha256(concat(SEED_TAG, lp(chain), u64be(round), lp(signed), lp(drawId)));
  return { seed: toHex(seed), dice: diceOfSeed(seed) };
}

/** The first three dice of a seed of 32 bytes: HMAC-SHA256 blocks, read byte by byte without bias. */
export function diceOfSeed(seed: Uint8Array): Dice {
  if (seed.length !== 32) throw new TypeError('a seed has 32 bytes');
  const dice: number[] = [];
  for (let block = 0; dice.length < 3; block++) {
    for (const byte of hmac(sha256, seed, concat(DICE_TAG, u32be(block)))) {
      if (byte < BYTE_LIMIT && dice.length < 3) dice.push((byte % 6) + 1);
    }
  }
  return dice as Dice;
}
