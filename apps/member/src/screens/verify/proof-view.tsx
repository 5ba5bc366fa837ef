import { useQueryClient } from '@tanstack/react-query';
import type { StepId, Verification } from '@tercet/fair';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { keys } from '../../api/query-keys.ts';
import type { DrawProof } from '../../api/types.ts';
import { markOfProof } from '../../features/proof/mark-of.ts';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import { saveAsFile } from '../../features/receipts/receipt-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Independence } from './independence.tsx';
import { ProofStep } from './proof-step.tsx';
import { useProofRun } from './use-proof-run.ts';
import { VerdictHead } from './verdict-head.tsx';
import styles from './verify.module.css';

const DRAW_STEPS: StepId[] = ['origin', 'table', 'schedule', 'witness', 'seal', 'beacon', 'dice'];
const SLIP_STEPS: StepId[] = [
  'origin',
  'receipt',
  'table',
  'schedule',
  'witness',
  'seal',
  'inclusion',
  'beacon',
  'dice',
  'payout',
];

interface ProofViewProps {
  question: ProofQuestion;
  draw: DrawProof;
}

/** A check from its first step to the verdict. */
export function ProofView({ question, draw }: ProofViewProps) {
  const t = useTranslations('verify');
  const { steps, verification, failed } = useProofRun(question);
  useKeepVerdict(draw.drawId, question.kind === 'draw' ? verification : null);
  const planned = question.kind === 'draw' ? DRAW_STEPS : SLIP_STEPS;
  const waiting = planned.filter((id) => !steps.some((step) => step.id === id));
  const last = steps.at(-1);
  return (
    <>
      <VerdictHead draw={draw} verification={verification} failed={failed} />
      <ol className={styles.steps} aria-label={t('steps')}>
        {steps.map((step) => (
          <ProofStep key={step.id} step={step} draw={draw} latest={step === last} />
        ))}
        {verification === null && !failed
          ? waiting.map((id) => (
              <ProofStep key={id} step={{ id, ok: null, reason: null, values: {} }} draw={draw} waiting />
            ))
          : null}
      </ol>
      {verification === null ? null : (
        <>
          <Independence verification={verification} draw={draw} />
          <Button look="quiet" wide onClick={() => saveBundle(question, draw)}>
            {t('saveBundle')}
          </Button>
        </>
      )}
    </>
  );
}

/** The other screens show the mark that was found here, without computing it again. */
function useKeepVerdict(drawId: string, verification: Verification | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (verification !== null && markOfProof(verification) !== null)
      client.setQueryData(keys.check(drawId), verification);
  }, [client, drawId, verification]);
}

/** Everything that was checked, for the same check elsewhere. */
function saveBundle(question: ProofQuestion, draw: DrawProof): void {
  saveAsFile(`tercet-proof-${draw.drawId.replace('/', '-')}.json`, JSON.stringify(question, null, 2));
}
