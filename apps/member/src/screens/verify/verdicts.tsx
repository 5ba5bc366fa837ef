import { useQuery } from '@tanstack/react-query';
import type { Receipt, SlipProof } from '@tercet/fair';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { drawQuery } from '../../api/lotteries.ts';
import { Problem } from '../../api/problem.ts';
import { slipProofQuery, slipQuery } from '../../api/slips.ts';
import type { DrawProof } from '../../api/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { keptReceipt } from '../../features/receipts/receipt-store.ts';
import { readReceipts } from '../../features/receipts/receipt-text.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { BundleVerdict } from './bundle-verdict.tsx';
import { HouseProof } from './house-proof.tsx';
import { termsOf, useKnown } from './use-known.ts';

/** What a check needs beside its bundle; null until it is here or known not to come. */
function useTerms(draw: DrawProof | undefined) {
  const known = useKnown();
  return draw === undefined || known === null ? null : termsOf(draw, known, 'house');
}

export function DrawVerdict({ drawId }: { drawId: string }) {
  const answer = useQuery(drawQuery(drawId));
  const terms = useTerms(answer.data);
  const draw = answer.data;
  if (answer.error !== null && draw === undefined) {
    return <NoDraw error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (draw === undefined || terms === null) return <Waiting />;
  const { options, ask, pinned } = terms;
  return <HouseProof key={draw.state} question={{ kind: 'draw', proof: draw, options, ask }} pinned={pinned} />;
}

export function SlipVerdict({ slipId }: { slipId: string }) {
  const t = useTranslations('verify');
  const member = useSession().status === 'member';
  const slip = useQuery({ ...slipQuery(slipId), enabled: member });
  const answer = useQuery({ ...slipProofQuery(slipId), enabled: member });
  const terms = useTerms(answer.data?.draw);
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
  if (answer.data === undefined || slip.data === undefined || terms === null) return <Waiting />;
  const options = { ...terms.options, payoutMinor: slip.data.payoutMinor ?? undefined };
  const question = { kind: 'slip', proof: answer.data, options, ask: terms.ask } as const;
  return <HouseProof key={answer.data.draw.state} question={question} pinned={terms.pinned} />;
}

interface ReceiptVerdictProps {
  text: string;
  /** What the file of the receipt brought along; null if nothing. */
  kept: SlipProof | null;
}

export function ReceiptVerdict({ text, kept }: ReceiptVerdictProps) {
  const pasted = readReceipts(text).receipts[0];
  const answer = useQuery({ ...drawQuery(pasted?.slip.drawId ?? ''), enabled: pasted !== undefined });
  const terms = useTerms(answer.data);
  const draw = answer.data;
  const isOffline = draw === undefined && (answer.error !== null || answer.fetchStatus === 'paused');
  if (isOffline && pasted !== undefined) {
    return (
      <WithoutHouse slipId={pasted.slip.id} receipt={pasted.receipt} kept={kept}>
        <NoDraw error={answer.error ?? new Problem('offline', 0)} onRetry={() => void answer.refetch()} />
      </WithoutHouse>
    );
  }
  if (pasted === undefined || draw === undefined || terms === null) return <Waiting />;
  const { options, ask, pinned } = terms;
  const question = { kind: 'receipt', receipt: pasted.receipt, draw, options, ask } as const;
  return <HouseProof key={draw.state} question={question} pinned={pinned} />;
}

interface WithoutHouseProps {
  slipId: string;
  receipt: Receipt;
  kept: SlipProof | null;
  /** Shown where nothing is kept. */
  children: ReactNode;
}

/** The house does not answer: what the file brought along, or this phone keeps, is checked instead. */
function WithoutHouse({ slipId, receipt, kept, children }: WithoutHouseProps) {
  const t = useTranslations('verify');
  const own = useQuery({
    queryKey: ['kept-receipt', slipId],
    queryFn: () => keptReceipt(slipId),
    networkMode: 'always',
    gcTime: 0,
  });
  if (own.data === undefined && kept === null) return <Waiting />;
  const proof = own.data?.inclusion?.proof ?? kept;
  if (proof === null || proof.receipt.leafData !== receipt.leafData) return children;
  const savedAtMs = own.data?.inclusion?.checkedAtMs ?? 0;
  return (
    <>
      <p role="status">{t('withoutHouse')}</p>
      <BundleVerdict
        bundle={{ format: 'tercet/v1 bundle', kind: 'slip', proof: { ...proof, receipt }, options: {}, savedAtMs }}
      />
    </>
  );
}

function Waiting() {
  return <Skeleton blocks={[168, 72, 72, 72, 72]} />;
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
