import type { DrawProof, StepId } from '@tercet/fair';
import Download from 'lucide-react/icons/download';
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
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
  /** Where the bundle comes from: a file may have been changed on its way. */
  from: 'house' | 'file';
  /** Where this code comes from: the house's own page, or one that was saved. */
  code: 'house' | 'page';
  onChecked?(checked: Checked): void;
}

/** A check from its first step to the verdict. */
export function ProofView({ question, draw, runner, money, pinned, from, code, onChecked }: ProofViewProps) {
  const t = useTranslations('verify');
  const { steps, asked, checked, failed } = useProofRun(question, runner);
  useWhenChecked(checked, onChecked);
  // The verdict first; what it rests on is drawn when there is time.
  const settled = useDeferredValue(checked, null);
  const planned = question.kind === 'draw' ? DRAW_STEPS : SLIP_STEPS;
  const waiting = planned.filter((id) => !steps.some((step) => step.id === id));
  const last = steps.at(-1);
  const breach = checked?.verdict === 'breach';
  return (
    <>
      <VerdictHead draw={draw} verification={checked} failed={failed}>
        {checked !== null && breach ? (
          <div className={styles.breach}>
            <p>{t(from === 'file' ? 'breachDo.file' : 'breachDo.house')}</p>
            <SaveBundle checked={checked} breach />
          </div>
        ) : null}
      </VerdictHead>
      <ol className={styles.steps} aria-label={t('steps')}>
        {steps.map((step) => (
          <ProofStep key={step.id} step={step} draw={draw} money={money} latest={step === last} />
        ))}
        {checked === null && !failed ? waiting.map((id) => <StepAhead key={id} id={id} />) : null}
      </ol>
      {settled === null ? null : (
        <>
          <Independence checked={settled} asked={asked} pinned={pinned} code={code} />
          {breach ? null : <SaveBundle checked={settled} />}
        </>
      )}
    </>
  );
}

function useWhenChecked(checked: Checked | null, onChecked: ProofViewProps['onChecked']): void {
  const tell = useEffectEvent((found: Checked) => onChecked?.(found));
  useEffect(() => {
    if (checked !== null) tell(checked);
  }, [checked]);
}

/** Everything that was checked, for the same check elsewhere. */
function SaveBundle({ checked, breach = false }: { checked: Checked; breach?: boolean }) {
  const t = useTranslations('verify');
  const [failed, setFailed] = useState(false);

  async function save(): Promise<void> {
    const saved = await checked.save();
    setFailed(saved === null);
    if (saved !== null) saveAsFile(saved.name, saved.file);
  }

  return (
    <div>
      <Button look={breach ? 'danger' : 'quiet'} wide onClick={() => void save()}>
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {t(breach ? 'saveEvidence' : 'saveBundle')}
      </Button>
      {failed ? <p role="alert">{t('saveFailed')}</p> : null}
    </div>
  );
}
