import type { QueryClient } from '@tanstack/react-query';
import type { Verification } from '@tercet/fair';
import { drawQuery } from '../../api/lottery/lotteries.ts';
import { knownClaims } from '../claims/known-claims.ts';
import { runProof } from './run-proof.ts';
import { readKnown } from './trusted-keys.ts';
import { ownTermsOf } from './verification-terms.ts';

/** The result of a background check. `isPinned`: the user confirmed the key that it used. */
export type OwnCheck = Pick<Verification, 'verdict' | 'houseRun'> & { isPinned: boolean };

/** Checks one draw with what this phone knows of the book. Rejects if the house does not answer. */
export async function checkDraw(client: QueryClient, drawId: string): Promise<OwnCheck> {
  const [known, proof] = await Promise.all([readKnown(client), client.fetchQuery(drawQuery(drawId))]);
  const { options, isPinned } = ownTermsOf(proof, known, await knownClaims(drawId));
  const { verdict, houseRun } = await runProof({ kind: 'draw', proof, options });
  return { verdict, houseRun, isPinned };
}
