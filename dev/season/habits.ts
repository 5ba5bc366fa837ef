import { BETS, type Bet, type Stake } from '@tercet/fair';
import { CAST, type Character, type Hours, type Style } from './cast.ts';

/** The hours (UTC) in which each kind of player bets on draws. */
const HOURS: Record<Hours, (hour: number, weekday: number) => boolean> = {
  mornings: (hour) => hour >= 3 && hour < 12,
  lunches: (hour, weekday) => hour >= 9 && hour < 15 && weekday >= 1 && weekday <= 5,
  evenings: (hour) => hour >= 12 && hour < 24,
  nights: (hour) => hour >= 18 || hour < 6,
  weekends: (_hour, weekday) => weekday === 0 || weekday === 6,
};

const CREDIT = 100n;

/** Possible stakes of one bet, in credits. People like round figures. */
const STAKES: Record<Style, readonly bigint[]> = {
  steady: [10n, 10n, 20n, 50n],
  parity: [20n, 20n, 50n, 100n],
  middle: [10n, 20n, 20n, 30n],
  number: [5n, 5n, 10n, 20n],
  spread: [5n, 10n, 10n],
  bold: [100n, 200n, 250n, 500n],
};

/** A pseudo-random sequence. Each place of the season has its own, the same in every run. */
export function numbersOf(...place: number[]): () => number {
  let state = place.reduce((hash, part) => Math.imul(hash ^ part, 0x9e3779b1) ^ (hash >>> 15), 0x7e4ce7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Occasion {
  /** Number of the draw within the season. */
  draw: number;
  day: number;
  opensMs: number;
  locksMs: number;
}

export interface Intention {
  /** Index in the cast. */
  who: number;
  atMs: number;
  selections: Stake[];
}

/** The bets of one period, in order of time. `balanceOf` returns null before a member has joined. */
export function intentionsFor(occasion: Occasion, balanceOf: (who: number) => bigint | null): Intention[] {
  return CAST.flatMap((character, who) => {
    const balance = balanceOf(who);
    return balance === null ? [] : (intentionOf(character, who, occasion, balance) ?? []);
  }).sort((a, b) => a.atMs - b.atMs);
}

/** Nobody bets in the last seconds before the lock. */
const LAST_MS = 20_000;

function intentionOf(character: Character, who: number, occasion: Occasion, balance: bigint): Intention | null {
  const { draw, day, opensMs, locksMs } = occasion;
  const next = numbersOf(who, draw);
  const opens = new Date(opensMs);
  const isThere = HOURS[character.plays](opens.getUTCHours(), opens.getUTCDay()) && day <= (character.leaves ?? day);
  if (!isThere || next() * 100 >= character.keenness) return null;
  // Bets become more frequent towards the end of a period.
  const through = 1 - next() * next();
  const atMs = Math.floor(opensMs + 1_000 + through * (locksMs - opensMs - LAST_MS - 1_000));
  const selections = betsOf(character.style, next).map((bet) => ({ bet, stakeMinor: stakeOf(character.style, next) }));
  const total = selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
  // This cast never stakes more than a fifth of its balance.
  return total * 5n <= balance ? { who, atMs, selections } : null;
}

function stakeOf(style: Style, next: () => number): bigint {
  const choices = STAKES[style];
  return (choices[Math.floor(next() * choices.length)] ?? 1n) * CREDIT;
}

function betsOf(style: Style, next: () => number): Bet[] {
  const sum = (from: number, to: number): Bet => `s${from + Math.floor(next() * (to - from + 1))}` as Bet;
  const either = (one: Bet, other: Bet): Bet => (next() < 0.5 ? one : other);
  const bets: Record<Style, () => Bet[]> = {
    steady: () => [either('small', 'big')],
    parity: () => (next() < 0.7 ? [either('odd', 'even')] : [either('odd', 'even'), either('small', 'big')]),
    middle: () => [sum(9, 10), sum(11, 12)],
    number: () => [sum(4, 17)],
    spread: () => [either('small', 'big'), sum(5, 8), sum(9, 12), sum(13, 16)],
    bold: () => (next() < 0.8 ? [either('small', 'big')] : [either('small', 'big'), sum(7, 14)]),
  };
  return inOrder(bets[style]());
}

function inOrder(bets: Bet[]): Bet[] {
  return BETS.filter((bet) => bets.includes(bet));
}
