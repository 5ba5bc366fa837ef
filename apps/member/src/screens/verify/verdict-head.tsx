import type { DrawProof, TimeGap, Verification } from '@tercet/fair';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { markOfBundle, markOfProof } from '../../features/proof/draw-mark.ts';
import { Dice } from '../../ui/dice/dice.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { MissingList } from './missing-list.tsx';
import { shownDraw } from './shown-draw.ts';
import styles from './verdict-head.module.css';

interface VerdictHeadProps {
  draw: DrawProof;
  verification: Verification | null;
  failed: boolean;
  /** Actions for the reader. */
  children?: ReactNode;
}

/** The draw and its verdict. */
export function VerdictHead({ draw, verification, failed, children }: VerdictHeadProps) {
  const t = useTranslations('verify.verdict');
  const times = useTimes();
  const shown = shownDraw(draw);
  const kind = failed ? 'failed' : verdictKey(verification);
  // `true` as pinned: this reader confirmed the key, or the verdict says that it is not confirmed.
  const found = verification === null ? null : markOfProof(verification, true);
  const mark = kind === 'not-pinned' ? 'unpinned' : (found ?? markOfBundle(draw));
  return (
    <section className={styles.head} data-verdict={kind}>
      <div className={styles.draw}>
        <Mark key={mark} state={mark} size={56} stamped={found !== null} />
        <div className={styles.id}>
          <p className={styles.drawId}>
            <bdi dir="ltr">{shown.drawId ?? '?'}</bdi>
          </p>
          {shown.locksAtMs === null ? null : <p className={styles.when}>{times.moment(shown.locksAtMs)}</p>}
        </div>
        <Dice values={shown.dice} size={30} />
      </div>
      <div role="status">
        <h2 className={styles.title}>{t(`${kind}.title`)}</h2>
        <p className={styles.text}>{t(`${kind}.text`)}</p>
        {verification === null ? null : <Gaps gaps={verification.timeGaps} verdict={verification.verdict} />}
        {verification?.verdict === 'incomplete' && kind !== 'not-pinned' ? (
          <MissingList missing={verification.missing} />
        ) : null}
        {verification?.withheld ? <Withheld dice={verification.withheld.dice} /> : null}
      </div>
      {children}
    </section>
  );
}

/** Lists why the time is not proven. Null for other verdicts. */
export function Gaps({ gaps, verdict }: { gaps: readonly TimeGap[]; verdict: Verification['verdict'] }) {
  const t = useTranslations('verify.gap');
  if (verdict !== 'time-not-proven' && verdict !== 'void-time-not-proven') return null;
  return (
    <ul className={styles.gaps}>
      {gaps.map((gap) => (
        <li key={gap}>{t(gap)}</li>
      ))}
    </ul>
  );
}

/** The result that the house withholds. */
function Withheld({ dice }: { dice: readonly number[] }) {
  const t = useTranslations('verify');
  return (
    <div className={styles.withheld}>
      <p>{t('withheld')}</p>
      <Dice values={dice} size={36} />
    </div>
  );
}

type VerdictKey = 'running' | 'not-pinned' | Verification['verdict'];

/** Reasons that are not due yet, or that only the reader can provide. */
const NOT_MISSING: ReadonlySet<string> = new Set(['not-pinned', 'not-sealed-yet', 'not-drawn-yet']);

/** The verdict, or `not-pinned` if nothing but the reader's confirmation of the key is missing. */
function verdictKey(verification: Verification | null): VerdictKey {
  if (verification === null) return 'running';
  const { verdict, missing } = verification;
  const isForReader = missing.some(({ reason }) => reason === 'not-pinned');
  if (verdict !== 'incomplete' || !isForReader) return verdict;
  return missing.every(({ reason }) => NOT_MISSING.has(reason)) ? 'not-pinned' : verdict;
}
