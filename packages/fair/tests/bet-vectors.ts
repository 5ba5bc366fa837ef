/** Runs the cases of `vectors/payouts.json`, `receipt-text.json` and `ed25519.json`. Nothing of Node in here. */
import {
  type Bet,
  type Dice,
  type Fraction,
  formatReceiptText,
  fromHex,
  isBet,
  parseReceiptText,
  payoutOnSum,
  type Receipt,
  type ReceiptTextProblem,
  rtpOf,
  waysOf,
  wins,
  winsOnSum,
} from '../src/index.ts';
import { isEd25519 } from '../src/note.ts';
import { compare, type VectorResult } from './compare.ts';

interface Staked {
  bet: string;
  stakeMinor: string;
}

interface Multiplied extends Staked {
  multiplier: string;
}

export interface PayoutVectors {
  bets: { bet: string; ways: number; sums: number[] }[];
  outcomes: { dice: number[]; sum: number; wins: string[] }[];
  payouts: (Multiplied & { paidMinor: string[] })[];
  returns: (Multiplied & { rtp: { num: string; den: string } })[];
  slips: { name: string; selections: Staked[]; multipliers: Record<string, string>; paidMinor: string[] }[];
}

export interface ReceiptTextVectors {
  texts: { name: string; text: string; problem: ReceiptTextProblem | null; receipt: Receipt | null }[];
}

export interface Ed25519Vectors {
  signatures: { name: string; publicKey: string; message: string; signature: string; valid: boolean }[];
}

const SUMS = Array.from({ length: 16 }, (_, index) => index + 3);

export function runPayouts({ bets, outcomes, payouts, returns, slips }: PayoutVectors): VectorResult[] {
  const codes = bets.map(({ bet }) => betOf(bet));
  return [
    ...bets.map(({ bet, ways, sums }) =>
      compare(`bet: ${bet}`, { ways, sums }, () => ({
        ways: waysOf(betOf(bet)),
        sums: SUMS.filter((sum) => winsOnSum(betOf(bet), sum)),
      })),
    ),
    ...outcomes.map(({ dice, wins: winning }) =>
      compare(`outcome: ${dice.join(' ')}`, winning, () => codes.filter((bet) => wins(bet, dice as Dice))),
    ),
    ...payouts.map(({ bet, stakeMinor, multiplier, paidMinor }) =>
      compare(`payout: ${bet} ${stakeMinor} at ${multiplier}`, paidMinor, () =>
        paidOf([{ bet, stakeMinor }], { [bet]: multiplier }),
      ),
    ),
    ...returns.map(({ bet, stakeMinor, multiplier, rtp }) =>
      compare(`return: ${bet} ${stakeMinor} at ${multiplier}`, rtp, () =>
        asText(rtpOf(betOf(bet), BigInt(multiplier), BigInt(stakeMinor))),
      ),
    ),
    ...slips.map(({ name, selections, multipliers, paidMinor }) =>
      compare(`payout of a slip: ${name}`, paidMinor, () => paidOf(selections, multipliers)),
    ),
  ];
}

function paidOf(selections: readonly Staked[], multipliers: Record<string, string>): string[] {
  const stakes = selections.map(({ bet, stakeMinor }) => ({ bet: betOf(bet), stakeMinor: BigInt(stakeMinor) }));
  const numbers = Object.fromEntries(Object.entries(multipliers).map(([bet, one]) => [bet, BigInt(one)]));
  return SUMS.map((sum) => String(payoutOnSum(stakes, numbers, sum)));
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
