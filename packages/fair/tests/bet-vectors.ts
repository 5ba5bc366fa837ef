/** Runs the cases of `vectors/payouts.json`, `receipt-text.json` and `ed25519.json`. Uses nothing of Node. */

import { type Canonical, canonicalJson } from '../src/canonical.ts';
import {
  type Bet,
  type Dice,
  decodeEntryAs,
  type Fraction,
  formatReceiptText,
  fromHex,
  greatestPayout,
  hitsOf,
  isBet,
  type Multiplier,
  type Multipliers,
  multiplierList,
  multipliersOfTable,
  parseReceiptText,
  payoutOf,
  payoutOnDice,
  type Receipt,
  type ReceiptTextProblem,
  rtpOf,
  type Stake,
  sumOf,
  type TableEntry,
  THROWS,
  waysByMultiplier,
  wins,
} from '../src/index.ts';
import { isEd25519 } from '../src/note.ts';
import { compare, type VectorResult } from './compare.ts';

interface Staked {
  bet: string;
  stakeMinor: string;
}

/** As in a table's entry: three multipliers for a bet on one number. */
type Written = string | string[];

interface Multiplied extends Staked {
  multiplier: Written;
}

export interface PayoutVectors {
  /** Number of outcomes for each multiplier of the bet. */
  bets: { bet: string; ways: number[] }[];
  /** `wins`: index of the multiplier that each winning bet gets, from 1. */
  outcomes: { dice: number[]; sum: number; wins: Record<string, number> }[];
  payouts: (Multiplied & { paidMinor: string[] })[];
  returns: (Multiplied & { rtp: { num: string; den: string } })[];
  /** `paidMinor`: payout for each of the 216 outcomes. */
  slips: { name: string; selections: Staked[]; multipliers: Record<string, Written>; paidMinor: string[] }[];
  refused: { name: string; bet: string; multipliers: Record<string, unknown> }[];
}

export interface ReceiptTextVectors {
  texts: { name: string; text: string; problem: ReceiptTextProblem | null; receipt: Receipt | null }[];
}

export interface Ed25519Vectors {
  signatures: { name: string; publicKey: string; message: string; signature: string; valid: boolean }[];
}

/** `table` is the body of any honest table, which gets the multipliers of the refused cases. */
export function runPayouts(vectors: PayoutVectors, table: string): VectorResult[] {
  const { bets, outcomes, payouts, returns, slips, refused } = vectors;
  const codes = bets.map(({ bet }) => betOf(bet));
  return [
    ...bets.map(({ bet, ways }) => compare(`bet: ${bet}`, ways, () => waysByMultiplier(betOf(bet)))),
    ...outcomes.map(({ dice, sum, wins: winning }, index) =>
      compare(`outcome: ${dice.join(' ')}`, { dice, sum, winning }, () => ({
        ...{ dice: THROWS[index], sum: sumOf(dice as Dice) },
        winning: Object.fromEntries(
          codes.filter((bet) => wins(bet, dice as Dice)).map((bet) => [bet, hitsOf(bet, dice as Dice)]),
        ),
      })),
    ),
    ...payouts.map(({ bet, stakeMinor, multiplier, paidMinor }) =>
      compare(`payout: ${bet} ${stakeMinor} at ${multiplier}`, paidMinor, () =>
        multiplierList(betOf(bet), readMultiplier(multiplier)).map((one) => String(payoutOf(BigInt(stakeMinor), one))),
      ),
    ),
    ...returns.map(({ bet, stakeMinor, multiplier, rtp }) =>
      compare(`return: ${bet} ${stakeMinor} at ${multiplier}`, rtp, () =>
        asText(rtpOf(betOf(bet), readMultiplier(multiplier), BigInt(stakeMinor))),
      ),
    ),
    ...slips.flatMap(({ name, selections, multipliers, paidMinor }) => [
      compare(`payout of a slip: ${name}`, paidMinor, () => paidOf(selections, multipliers)),
      compare(`greatest payout of a slip: ${name}`, greatestOf(paidMinor), () =>
        String(greatestPayout(selections.map(readStake), readMultipliers(multipliers))),
      ),
    ]),
    ...refused.map(({ name, bet, multipliers }) =>
      compare(`refused: ${name}`, false, () => isPayable(decodeEntryAs('table', table), bet, multipliers)),
    ),
  ];
}

function paidOf(selections: readonly Staked[], multipliers: Record<string, Written>): string[] {
  const stakes = selections.map(readStake);
  return THROWS.map((dice) => String(payoutOnDice(stakes, readMultipliers(multipliers), dice)));
}

function greatestOf(amounts: readonly string[]): string {
  return String(amounts.map(BigInt).reduce((greatest, one) => (one > greatest ? one : greatest)));
}

/** True if a table may have these multipliers and pay a slip with the bet. */
function isPayable(table: TableEntry, bet: string, multipliers: Record<string, unknown>): boolean {
  try {
    const bent = decodeEntryAs('table', canonicalJson({ ...table, multipliers } as unknown as Canonical));
    payoutOnDice([{ bet: betOf(bet), stakeMinor: 1n }], multipliersOfTable(bent), [1, 2, 3]);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function readStake({ bet, stakeMinor }: Staked): Stake {
  return { bet: betOf(bet), stakeMinor: BigInt(stakeMinor) };
}

function readMultiplier(written: Written): Multiplier {
  return typeof written === 'string' ? BigInt(written) : written.map(BigInt);
}

function readMultipliers(written: Record<string, Written>): Multipliers {
  return Object.fromEntries(Object.entries(written).map(([bet, one]) => [bet, readMultiplier(one)]));
}

function betOf(code: string): Bet {
  if (!isBet(code)) throw new TypeError('unknown bet');
  return code;
}

function asText({ num, den }: Fraction): { num: string; den: string } {
  return { num: String(num), den: String(den) };
}

export function runReceiptTexts({ texts }: ReceiptTextVectors): VectorResult[] {
  return texts.flatMap(({ name, text, problem, receipt }) => {
    const read = compare(`receipt text: ${name}`, { problem, receipt }, () => {
      const reading = parseReceiptText(text);
      return { problem: reading.problem, receipt: reading.receipt };
    });
    if (receipt === null) return [read];
    const written = text.replace(/\s+/g, '');
    return [read, compare(`receipt text written: ${name}`, written, () => formatReceiptText(receipt))];
  });
}

export function runEd25519({ signatures }: Ed25519Vectors): VectorResult[] {
  return signatures.map(({ name, publicKey, message, signature, valid }) =>
    compare(`ed25519: ${name}`, valid, () => isEd25519(fromHex(signature), fromHex(message), publicKey)),
  );
}
