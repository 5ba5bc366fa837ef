import { type Chain, drawDice, lockTime, parseDrawId, roundFor, verifyBeaconRound } from '@tercet/fair';
import type { Club } from './club.ts';

export const TABLE_KEY = 'dice-30';
export const PERIOD_SECONDS = 30;

export interface ComputedDraw {
  dice: [number, number, number];
  seed: string;
  round: number;
  signature: string;
}

/** Computes the dice of a draw of the 30-second table from the schedule and the beacon, without asking the club. */
export async function computeDraw(club: Club, drawId: string): Promise<ComputedDraw> {
  const chain = await chainOf(club);
  const { period } = parseDrawId(drawId) ?? { period: Number.NaN };
  const round = roundFor(lockTime(period, PERIOD_SECONDS), chain);
  const { signature } = await ask<{ signature: string }>(`${club.beaconUrl}/${chain.hash}/public/${round}`);
  if (!verifyBeaconRound(chain, round, signature))
    throw new Error(`the signature of round ${round} is not the beacon's`);
  const { seed, dice } = drawDice({ chainHash: chain.hash, round, signature, drawId });
  return { dice: [dice[0], dice[1], dice[2]], seed, round, signature };
}

async function chainOf({ beaconUrl }: Club): Promise<Chain> {
  const [hash] = await ask<string[]>(`${beaconUrl}/chains`);
  const info = await ask<Record<string, string & number>>(`${beaconUrl}/${hash}/info`);
  return {
    hash: info.hash ?? '',
    publicKey: info.public_key ?? '',
    period: info.period ?? 0,
    genesis: info.genesis_time ?? 0,
    scheme: info.schemeID ?? '',
  };
}

async function ask<T>(url: string): Promise<T> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await answer.json()) as T;
}
