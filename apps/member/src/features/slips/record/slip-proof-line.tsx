import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { slipProofQuery } from '../../../api/lottery/slips.ts';
import type { Slip } from '../../../api/shared/types.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { knownClaims } from '../../claims/known-claims.ts';
import { markOfProof } from '../../proof/draw-mark.ts';
import { isFinalVerdict } from '../../proof/final-verdict.ts';
import { bookOnly } from '../../proof/gather-proof.ts';
import { runProof } from '../../proof/run-proof.ts';
import { readKnown } from '../../proof/trusted-keys.ts';
import { ownTermsOf } from '../../proof/verification-terms.ts';
import styles from './slip-proof-line.module.css';

/** Result of this phone's check of the bet: in the seal, unchanged, correctly paid. */
export function SlipProofLine({ slip }: { slip: Slip }) {
  const t = useTranslations('slips');
  const client = useQueryClient();
  const proof = useQuery(slipProofQuery(slip.id)).data;
  const check = useQuery({
    queryKey: ['slip-check', slip.id, slip.state, proof?.draw.state],
    queryFn: async () => {
      if (proof === undefined) throw new Error('no bundle yet');
      const known = await readKnown(client);
      const { options, ask, isPinned } = ownTermsOf(proof.draw, known, await knownClaims(proof.draw.drawId));
      const payout = slip.payoutMinor === null ? {} : { payoutMinor: slip.payoutMinor };
      const { verdict, houseRun, steps } = await runProof({
        kind: 'slip',
        proof,
        options: { ...options, ...payout },
        ask: bookOnly(ask),
      });
      const sealed = steps.some(({ id, state }) => id === 'inclusion' && state === 'ok');
      return { verdict, sealed, mark: markOfProof({ verdict, houseRun }, isPinned) };
    },
    enabled: proof !== undefined,
    staleTime: (query) => (query.state.data && isFinalVerdict(query.state.data.verdict) ? Number.POSITIVE_INFINITY : 0),
  });
  const { mark: found = null, sealed = false, verdict } = check.data ?? {};
  const words = {
    breach: 'proofBreach',
    overdue: 'proofOverdue',
    incomplete: 'proofIncomplete',
  } as const;
  const reported = verdict !== undefined && verdict in words ? words[verdict as keyof typeof words] : null;
  return (
    <div className={styles.line} role="status">
      <Mark state={found ?? (sealed ? 'sealed' : 'open')} size={32} />
      <p className={styles.text}>
        {check.isError
          ? t('proofFailed')
          : check.data === undefined
            ? t('proofRunning')
            : t(reported ?? (found === null ? (sealed ? 'proofSealed' : 'proofWaiting') : 'proofHolds'))}
      </p>
    </div>
  );
}
