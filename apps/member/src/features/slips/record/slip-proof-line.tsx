import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../../api/house.ts';
import { slipProofQuery } from '../../../api/slips.ts';
import type { Slip } from '../../../api/types.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import { markOfProof } from '../../proof/mark-of.ts';
import { runProof } from '../../proof/run-proof.ts';
import styles from './slip-proof-line.module.css';

/** What this phone finds when it checks the bet: in the seal, unchanged, rightly paid. */
export function SlipProofLine({ slip }: { slip: Slip }) {
  const t = useTranslations('slips');
  const house = useQuery(houseQuery()).data;
  const proof = useQuery(slipProofQuery(slip.id)).data;
  const check = useQuery({
    queryKey: ['slip-check', slip.id, slip.state, proof?.draw.state],
    queryFn: () => {
      if (proof === undefined) throw new Error('no bundle yet');
      const options = { pinned: { origin: house?.book.origin }, payoutMinor: slip.payoutMinor ?? undefined };
      return runProof({ kind: 'slip', proof, options });
    },
    enabled: proof !== undefined && house !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = check.data === undefined ? null : markOfProof(check.data);
  const sealed = check.data?.steps.some(({ id, ok }) => id === 'inclusion' && ok === true) ?? false;
  const refuted = check.data?.verdict === 'breach';
  return (
    <div className={styles.line} role="status">
      <Mark state={found ?? (sealed ? 'sealed' : 'open')} size={32} />
      <p className={styles.text}>
        {check.isError
          ? t('proofFailed')
          : check.data === undefined
            ? t('proofRunning')
            : t(refuted ? 'proofBreach' : sealed ? (found === null ? 'proofSealed' : 'proofHolds') : 'proofWaiting')}
      </p>
    </div>
  );
}
