import type { DrawProof, Verification } from '@tercet/fair';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { markOfBundle, markOfProof } from '../../features/proof/mark-of.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import styles from './verdict-head.module.css';

interface VerdictHeadProps {
  draw: DrawProof;
  verification: Verification | null;
  failed: boolean;
  /** What can be done about a breach. */
  children?: ReactNode;
}

/** The draw and what came of its check. */
export function VerdictHead({ draw, verification, failed, children }: VerdictHeadProps) {
  const t = useTranslations('verify');
  const times = useTimes();
  const found = verification === null ? null : markOfProof(verification);
  const mark = found ?? markOfBundle(draw);
  const kind = failed ? 'failed' : verdictKey(verification);
  return (
    <section className={styles.head} data-verdict={kind}>
      <div className={styles.draw}>
        <Mark key={mark} state={mark} size={56} stamped={found !== null} />
        <div className={styles.id}>
          <p className={styles.drawId}>
            <bdi dir="ltr">{draw.drawId}</bdi>
          </p>
          <p className={styles.when}>{times.moment(draw.locksAtMs)}</p>
        </div>
        <Dice values={draw.dice} size={30} />
      </div>
      <div role="status">
        <h2 className={styles.title}>{t(`verdict.${kind}.title`)}</h2>
        <p className={styles.text}>{t(`verdict.${kind}.text`)}</p>
      </div>
      {children}
    </section>
  );
}

type VerdictKey = 'running' | 'verified' | 'house-run' | 'time-not-proven' | 'void' | 'pending' | 'breach';

function verdictKey(verification: Verification | null): VerdictKey {
  if (verification === null) return 'running';
  const { verdict, houseRun } = verification;
  return houseRun && (verdict === 'verified' || verdict === 'time-not-proven') ? 'house-run' : verdict;
}
