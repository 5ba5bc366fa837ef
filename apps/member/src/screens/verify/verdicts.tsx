import { useQuery } from '@tanstack/react-query';
import type { Receipt, SlipProof } from '@tercet/fair';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { drawQuery, lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { slipProofQuery, slipQuery } from '../../api/lottery/slips.ts';
import { isNowhere, Problem } from '../../api/shared/problem.ts';
import { ConflictingClaims } from '../../features/claims/conflicting-claims.tsx';
import { OWN_BOOK } from '../../features/claims/known-claims.ts';
import { useClaims } from '../../features/claims/use-claims.ts';
import { futureDrawsAt } from '../../features/draws/future-draw.ts';
import { Failed } from '../../features/problems/failed.tsx';
import type { Checked } from '../../features/proof/proof-runner.ts';
import { useKnown } from '../../features/proof/trusted-keys.ts';
import { savedReceipt } from '../../features/receipts/receipt-store.ts';
import { type ReceiptSlip, readReceipts, receiptText, slipOfReceipt } from '../../features/receipts/receipt-text.ts';
import type { Inclusion } from '../../features/receipts/saved-receipt.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { BundleVerdict } from './bundle-verdict.tsx';
import { HouseProof } from './house-proof.tsx';
import { useReceivedClaims } from './use-received-claims.ts';

const HOUSE = 'house' as const;

interface DrawVerdictProps {
  drawId: string;
  onChecked?(checked: Checked): void;
}

export function DrawVerdict({ drawId, onChecked }: DrawVerdictProps) {
  const answer = useQuery(drawQuery(drawId));
  const known = useKnown();
  const { data } = answer;
  const claims = useReceivedClaims(
    OWN_BOOK,
    drawId,
    data ? [{ answer: data, source: HOUSE, atMs: answer.dataUpdatedAt }] : null,
  );
  if (answer.error !== null && data === undefined) {
    return <NoDraw drawId={drawId} error={answer.error} onRetry={() => void answer.refetch()} />;
  }
  if (data === undefined || known === null || claims === undefined) return <Waiting />;
  // Check against the requested draw, whatever draw the answer names.
  const draw = { ...data, drawId };
  return (
    <>
      <FutureDraw drawId={drawId}>{null}</FutureDraw>
      <HouseProof
        key={data.state}
        draw={draw}
        houseRun={data.houseRun !== false}
        known={known}
        told={claims}
        ask={({ options, ask }) => ({ kind: 'draw', proof: draw, options, ask })}
        {...(onChecked === undefined ? {} : { onChecked })}
      />
    </>
  );
}

/**
 * When the dice of a draw in the future are due, with the year; otherwise `children`. It never replaces a check, since
 * the dates are the house's word.
 */
function FutureDraw({ drawId, children }: { drawId: string; children: ReactNode }) {
  const t = useTranslations('verify');
  const times = useTimes();
  const drawsAtMs = futureDrawsAt(useQuery(lotteriesQuery()).data?.items ?? [], drawId);
  if (drawsAtMs === null) return children;
  return (
    <Notice sign={<Mark state="open" size={40} silent />} title={t('futureDraw')}>
      <p>{t('futureDrawText', { day: times.day(drawsAtMs), time: times.clock(drawsAtMs) })}</p>
    </Notice>
  );
}

export function SlipVerdict({ slipId }: { slipId: string }) {
  const t = useTranslations('verify');
  const member = useSession().status === 'member';
  const slip = useQuery({ ...slipQuery(slipId), enabled: member });
  const answer = useQuery({ ...slipProofQuery(slipId), enabled: member });
  const own = useOwnReceipt(slipId);
  const known = useKnown();
  const { data } = answer;
  // The answer may lack its draw.
  const drawId = data?.draw?.drawId ?? '';
  const claims = useReceivedClaims(
    OWN_BOOK,
    drawId,
    data ? [{ answer: data, source: HOUSE, atMs: answer.dataUpdatedAt }] : null,
  );
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
  const failure = data === undefined ? answer.error : slip.data === undefined ? slip.error : null;
  if (failure !== null && own === undefined) return <Waiting />;
  // If the house denies the bet or does not answer, check the receipt that this phone stored.
  if (failure !== null && own) return <ReceiptVerdict text={receiptText([own])} kept={own.inclusion?.proof ?? null} />;
  if (isNowhere(failure)) return <NoBet />;
  if (failure !== null) return <Failed error={failure} onRetry={() => void answer.refetch()} />;
  if (data === undefined || slip.data === undefined || known === null || claims === undefined || own === undefined) {
    return <Waiting />;
  }
  const { payoutMinor } = slip.data;
  // The receipt stored with the bet has precedence over the house's current one. Ignore the receipt of another bet.
  const shown = data.receipt && slipOfReceipt(data.receipt)?.id === slipId ? data.receipt : undefined;
  const proof = { ...data, receipt: own?.receipt ?? shown } as SlipProof;
  return (
    <HouseProof
      key={drawId && data.draw.state}
      draw={data.draw}
      houseRun={data.draw.houseRun !== false}
      known={known}
      told={claims}
      ask={({ options, ask }) => ({
        kind: 'slip',
        proof,
        options: { ...options, ...(payoutMinor === null ? {} : { payoutMinor }) },
        ask,
      })}
    />
  );
}

interface ReceiptVerdictProps {
  text: string;
  /** Proof from the receipt's file; null without one. */
  kept: SlipProof | null;
}

export function ReceiptVerdict({ text, kept: stored }: ReceiptVerdictProps) {
  const pasted = readReceipts(text).receipts[0];
  const drawId = pasted?.slip.drawId;
  const answer = useQuery({ ...drawQuery(drawId ?? ''), enabled: pasted !== undefined });
  const known = useKnown();
  const draw = answer.data;
  const brought = stored === null ? [] : [{ answer: stored, source: 'file' as const, atMs: 0 }];
  const shown = draw ? [{ answer: draw, source: HOUSE, atMs: answer.dataUpdatedAt }, ...brought] : null;
  const claims = useReceivedClaims(OWN_BOOK, drawId, shown);
  const isOffline = draw === undefined && (answer.error !== null || answer.fetchStatus === 'paused');
  if (isOffline && pasted !== undefined) {
    return (
      <WithoutHouse slipId={pasted.slip.id} receipt={pasted.receipt} kept={stored}>
        <NoDraw
          drawId={pasted.slip.drawId}
          error={answer.error ?? new Problem('offline', 0)}
          onRetry={() => void answer.refetch()}
        />
      </WithoutHouse>
    );
  }
  if (pasted === undefined || draw === undefined || known === null || claims === undefined) return <Waiting />;
  const { receipt } = pasted;
  return (
    <HouseProof
      key={draw.state}
      draw={draw}
      houseRun={draw.houseRun !== false}
      known={known}
      told={claims}
      ask={({ options, ask }) => ({ kind: 'receipt', receipt, draw, options, ask })}
    />
  );
}

/** The stored receipt of a bet; null if there is none, undefined until it is read. */
function useOwnReceipt(
  slipId: string,
): { slip: ReceiptSlip; receipt: Receipt; inclusion: Inclusion | null } | null | undefined {
  return useQuery({
    queryKey: ['saved-receipt', slipId, 'own'],
    queryFn: async () => {
      const saved = await savedReceipt(slipId);
      if (saved === null) return null;
      return { ...saved.placed, inclusion: saved.inclusion };
    },
    networkMode: 'always',
    gcTime: 0,
  }).data;
}

interface WithoutHouseProps {
  slipId: string;
  receipt: Receipt;
  kept: SlipProof | null;
  /** Shown if neither the file nor this phone has a proof. */
  children: ReactNode;
}

/** Fallback when the house does not answer: checks the proof that this phone or the receipt's file holds. */
function WithoutHouse({ slipId, receipt, kept: stored, children }: WithoutHouseProps) {
  const t = useTranslations('verify');
  const own = useOwnReceipt(slipId);
  if (own === undefined && stored === null) return <Waiting />;
  const proof = own?.inclusion?.proof ?? stored;
  if (proof === null || proof.receipt.leafData !== receipt.leafData) return children;
  const savedAtMs = own?.inclusion?.checkedAtMs ?? 0;
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

interface NoDrawProps {
  drawId: string;
  error: unknown;
  onRetry(): void;
}

/**
 * Error of a draw that the house does not serve: it never existed, or the house hides a draw that this phone has seen.
 */
function NoDraw({ drawId, error, onRetry }: NoDrawProps) {
  const t = useTranslations('verify');
  const claims = useClaims(OWN_BOOK, drawId);
  if (!isNowhere(error)) return <Failed error={error} onRetry={onRetry} />;
  if (claims !== undefined && claims.length > 0) {
    return (
      <Notice tone="alarm" sign={<Mark state="breach" size={40} silent />} title={t('hidden')}>
        <p>{t('hiddenText')}</p>
        <ConflictingClaims claims={claims} />
      </Notice>
    );
  }
  return (
    <FutureDraw drawId={drawId}>
      <Notice sign={<Mark state="open" size={40} silent />} title={t('noDraw')}>
        <p>{t('noDrawText')}</p>
      </Notice>
    </FutureDraw>
  );
}

function NoBet() {
  const t = useTranslations();
  return (
    <Notice
      sign={<Mark state="open" size={40} silent />}
      title={t('verify.noBet')}
      actions={<ButtonLink to={paths.gameRecord()}>{t('titles.gameRecord')}</ButtonLink>}
    >
      <p>{t('errors.bad-link')}</p>
    </Notice>
  );
}
