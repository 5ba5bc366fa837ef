import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sealedLeaves } from '../../api/book.ts';
import { houseQuery } from '../../api/house.ts';
import { drawQuery } from '../../api/lotteries.ts';
import { Problem } from '../../api/problem.ts';
import { slipProofQuery, slipQuery } from '../../api/slips.ts';
import type { DrawProof } from '../../api/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import { readReceipt } from '../../features/receipts/receipt-text.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { ProofView } from './proof-view.tsx';

/** A period with more slips than this is checked without reading all their hashes. */
const LEAVES_MAX = 20_000;

/** All bets' hashes of a sealed draw, so that its root is computed anew and not believed. */
function leavesQuery(draw: DrawProof | undefined) {
  const few = draw !== undefined && draw.slipCount !== null && draw.slipCount <= LEAVES_MAX;
  return queryOptions({
    queryKey: ['leaves', draw?.drawId ?? '', draw?.slipCount ?? -1] as const,
    queryFn: () => sealedLeaves(draw?.drawId ?? ''),
    enabled: few,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What a check needs beside its bundle; `ready` once it is here or known not to come. */
function useOptions(draw: DrawProof | undefined) {
  const house = useQuery(houseQuery()).data;
  const leaves = useQuery(leavesQuery(draw));
  const waiting = leaves.isEnabled && leaves.isPending;
  const ready = draw !== undefined && house !== undefined && !waiting;
  return { ready, options: { pinned: { origin: house?.book.origin }, leafHashes: leaves.data } };
}

export function DrawVerdict({ drawId }: { drawId: string }) {
  const answer = useQuery(drawQuery(drawId));
  const { ready, options } = useOptions(answer.data);
  if (answer.error !== null && answer.data === undefined) {
    return <NoDraw error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (answer.data === undefined || !ready) return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
  const question: ProofQuestion = { kind: 'draw', proof: answer.data, options };
  return <ProofView key={answer.data.state} question={question} draw={answer.data} />;
}

export function SlipVerdict({ slipId }: { slipId: string }) {
  const t = useTranslations('verify');
  const member = useSession().status === 'member';
  const slip = useQuery({ ...slipQuery(slipId), enabled: member });
  const answer = useQuery({ ...slipProofQuery(slipId), enabled: member });
  const { ready, options } = useOptions(answer.data?.draw);
  if (!member) {
    return (
      <Notice
        sign={<Mark state="open" size={40} silent />}
        title={t('ownSlip')}
        actions={<ButtonLink to={paths.login(paths.verify({ slip: slipId }))}>{t('signIn')}</ButtonLink>}
      >
        <p>{t('ownSlipText')}</p>
      </Notice>
    );
  }
  if (answer.error !== null && answer.data === undefined) {
    return <NoDraw error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (answer.data === undefined || slip.data === undefined || !ready)
    return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
  const payoutMinor = slip.data.payoutMinor ?? undefined;
  const question: ProofQuestion = { kind: 'slip', proof: answer.data, options: { ...options, payoutMinor } };
  return <ProofView key={answer.data.draw.state} question={question} draw={answer.data.draw} />;
}

export function ReceiptVerdict({ text }: { text: string }) {
  const pasted = readReceipt(text);
  const answer = useQuery({ ...drawQuery(pasted?.drawId ?? ''), enabled: pasted !== null });
  const { ready, options } = useOptions(answer.data);
  if (answer.error !== null && answer.data === undefined) {
    return <NoDraw error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (pasted === null || answer.data === undefined || !ready) return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
  const question: ProofQuestion = { kind: 'receipt', receipt: pasted.receipt, draw: answer.data, options };
  return <ProofView key={answer.data.state} question={question} draw={answer.data} />;
}

function NoDraw({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('verify');
  if (!(error instanceof Problem) || error.status !== 404) return <Failed error={error} onRetry={onRetry} />;
  return (
    <Notice sign={<Mark state="open" size={40} silent />} title={t('noDraw')}>
      <p>{t('noDrawText')}</p>
    </Notice>
  );
}
