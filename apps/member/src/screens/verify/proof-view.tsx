import type { DrawProof, StepId } from '@tercet/fair';
import Download from 'lucide-react/icons/download';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ProofQuestion } from '../../features/proof/proof-messages.ts';
import type { Checked, ProofRunner } from '../../features/proof/proof-runner.ts';
import { saveAsFile } from '../../features/receipts/receipt-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Independence, type PinnedKey } from './independence.tsx';
import { ProofStep, StepAhead } from './proof-step.tsx';
import { useProofRun } from './use-proof-run.ts';
import type { MoneyText } from './use-step-text.ts';
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

export interface ProofViewProps {
  question: ProofQuestion;
  draw: DrawProof;
  runner: ProofRunner;
  money: MoneyText;
  pinned: PinnedKey;
  /** Source of the proof. A file may have been changed on its way. */
  from: 'house' | 'file';
  /** Source of this code: the house's app, or the saved checking page. */
  code: 'house' | 'page';
  /** Explanation of the check. */
  about?: ReactNode;
  /** Asks to confirm the key; shown if no key is confirmed. */
  toConfirm?: ReactNode;
  /** Answers about this draw, shown if they contradict each other. */
  answers?: ReactNode;
  onChecked?(checked: Checked): void;
}

/** A check from its first step to the verdict. */
export function ProofView(props: ProofViewProps) {
  const { question, draw, runner, money, pinned, from, code, about, toConfirm, answers, onChecked } = props;
  const t = useTranslations('verify');
  const { steps, report, checked, failed } = useProofRun(question, runner);
  useWhenChecked(checked, onChecked);
  // Render the verdict first, its details when there is time.
  const settled = useDeferredValue(checked, null);
  const planned = question.kind === 'draw' ? DRAW_STEPS : SLIP_STEPS;
  const waiting = planned.filter((id) => !steps.some((step) => step.id === id));
  const last = steps.at(-1);
  return (
    <>
      <VerdictHead draw={draw} verification={checked} failed={failed}>
        {checked === null ? null : <WhatToDo checked={checked} from={from} answers={answers} />}
      </VerdictHead>
      {about}
      {checked !== null && isUnpinned(checked) ? toConfirm : null}
      <ol className={styles.steps} aria-label={t('steps')}>
        {steps.map((step) => (
          <ProofStep key={step.id} step={step} money={money} latest={step === last} />
        ))}
        {checked === null && !failed ? waiting.map((id) => <StepAhead key={id} id={id} />) : null}
      </ol>
      {settled === null ? null : (
        <>
          <Independence checked={settled} report={report} pinned={pinned} code={code} />
          {isLoud(settled) ? null : <SaveBundle checked={settled} />}
        </>
      )}
    </>
  );
}

function isUnpinned({ missing }: Checked): boolean {
  return missing.some(({ reason }) => reason === 'not-pinned');
}

/** True if the reader should save the proof at once, as evidence. */
function isLoud({ verdict }: Checked): boolean {
  return verdict === 'breach' || verdict === 'overdue';
}

function WhatToDo({ checked, from, answers }: { checked: Checked; from: 'house' | 'file'; answers: ReactNode }) {
  const t = useTranslations('verify');
  if (!isLoud(checked)) return null;
  const isOfAnswers = checked.steps.some(({ id, state }) => id === 'claims' && state === 'refuted');
  return (
    <div className={styles.breach}>
      <p>{t(checked.verdict === 'overdue' ? 'overdueDo' : from === 'file' ? 'breachDo.file' : 'breachDo.house')}</p>
      {isOfAnswers ? answers : null}
      <SaveBundle checked={checked} loud />
    </div>
  );
}

function useWhenChecked(checked: Checked | null, onChecked: ProofViewProps['onChecked']): void {
  const tell = useEffectEvent((found: Checked) => onChecked?.(found));
  useEffect(() => {
    if (checked !== null) tell(checked);
  }, [checked]);
}

/** Downloads everything that was checked, to repeat the check elsewhere. */
function SaveBundle({ checked, loud = false }: { checked: Checked; loud?: boolean }) {
  const t = useTranslations('verify');
  const [failed, setFailed] = useState(false);

  async function save(): Promise<void> {
    const saved = await checked.save();
    setFailed(saved === null);
    if (saved !== null) saveAsFile(saved.name, saved.file);
  }

  return (
    <div>
      <Button look={loud ? 'danger' : 'quiet'} wide onClick={() => void save()}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(loud ? 'saveEvidence' : 'saveBundle')}
      </Button>
      {failed ? <p role="alert">{t('saveFailed')}</p> : null}
    </div>
  );
}
