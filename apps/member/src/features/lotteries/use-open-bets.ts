import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { slipsQuery } from '../../api/lottery/slips.ts';
import { useSession } from '../session/use-session.ts';
import { type OpenBets, openBetsOf } from './open-bets.ts';

/** The member's open bets; empty for a visitor and while loading. */
export function useOpenBets(): OpenBets {
  const isMember = useSession().status === 'member';
  const { data } = useInfiniteQuery({ ...slipsQuery('pending'), enabled: isMember });
  return useMemo(() => openBetsOf(data?.pages ?? []), [data]);
}
