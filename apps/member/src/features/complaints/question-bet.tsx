import { useQuery } from '@tanstack/react-query';
import Question from 'lucide-react/icons/message-circle-question-mark';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { complaintOfSlipQuery } from '../../api/house/complaints.ts';
import type { Slip } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import styles from './complaints.module.css';
import { QuestionForm } from './question-form.tsx';
import { QuestionPill } from './question-pill.tsx';
import { QuestionView } from './question-view.tsx';

const LABELS = { none: 'ask', open: 'seeOpen', answered: 'seeAnswered' } as const;

/** A button to question a bet, or to see the question and its answer. */
export function QuestionBet({ slip }: { slip: Slip }) {
  const t = useTranslations('questions');
  const [open, setOpen] = useState(false);
  const requested = useQuery(complaintOfSlipQuery(slip.id));
  const { data: complaint } = requested;
  return (
    <>
      <Button look="quiet" wide className={styles.button} onClick={() => setOpen(true)}>
        <Question size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(LABELS[complaint?.state ?? 'none'])}
        {complaint ? <QuestionPill complaint={complaint} /> : null}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title={t('title')} description={<bdi dir="ltr">{slip.drawId}</bdi>}>
        {complaint === undefined ? (
          requested.error === null ? (
            <Skeleton blocks={[64, 160, 48]} />
          ) : (
            <Failed error={requested.error} onRetry={() => void requested.refetch()} />
          )
        ) : complaint === null ? (
          <QuestionForm slipId={slip.id} complaint={null} />
        ) : (
          <QuestionView complaint={complaint} />
        )}
      </Sheet>
    </>
  );
}
