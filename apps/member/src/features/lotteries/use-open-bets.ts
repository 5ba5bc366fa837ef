import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { slipsQuery } from '../../api/lottery/slips.ts';
import { useSession } from '../session/use-session.ts';
import { type OpenBets, openBetsOf } from './open-bets.ts';

/** Own bets that wait for their draw; none for a visitor, and until they are known. */
export function useOpenBets(): OpenBets {
  const isMember = useSession().status === 'member';
  const { data } = useInfiniteQuery({ ...slipsQuery('pending'), enabled: isMember });
  return useMemo(() => openBetsOf(data?.pages ?? []), [data]);
}
