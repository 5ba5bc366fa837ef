import { useQuery } from '@tanstack/react-query';
import { readDrawProof } from '../../api/members/complaints.ts';
import { judgeBet, type QuestionedBet } from './bet-verdict.ts';

/** Verifies the draw of a bet from public data, and recomputes the bet. */
export function useBetVerdict(bet: QuestionedBet) {
  return useQuery({
    queryKey: ['bet-verdict', bet.id, bet.state],
    queryFn: async ({ signal }) => judgeBet(bet, await readDrawProof(bet.drawId, signal)),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
