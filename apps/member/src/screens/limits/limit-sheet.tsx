import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setLimit } from '../../api/account/limits.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import type { Limit } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { storeLimits } from '../../features/limits/store-limits.ts';
import { AmountPad } from '../../features/money/amount-pad.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { changeTo, isInMinutes, MINUTES_MAX, minutesOf } from './limit-kinds.ts';
import styles from './limit-sheet.module.css';

interface LimitSheetProps {
  limit: Limit;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Sheet that sets one limit. It tells before submission whether the change takes effect at once or a day later. */
export function LimitSheet({ limit, open, onOpenChange }: LimitSheetProps) {
  const t = useTranslations('limits');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`sheet.${limit.kind}`)}>
      <LimitForm key={limit.kind} limit={limit} onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}

function LimitForm({ limit, onDone }: { limit: Limit; onDone(): void }) {
  const t = useTranslations('limits');
  const { kind, value } = limit;
  const inMinutes = isInMinutes(kind);
  const [minor, setMinor] = useState<bigint | null>(null);
  const [typed, setTyped] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const saving = useSaving(limit, onDone);
  const next = inMinutes ? textOf(minutesOf(typed)) : textOf(minor);
  const change = next === null ? null : changeTo(value, next);
  const fault =
    submitted && next === null ? t(inMinutes ? 'minutesNeeded' : 'amountNeeded', { max: MINUTES_MAX }) : null;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if (next === null) focusFault(event.currentTarget);
    else saving.save(next);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {inMinutes ? (
        <TextField
          label={t('minutes')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            saving.forget();
          }}
          error={fault ?? saving.faultText}
        />
      ) : (
        <AmountPad
          label={t('amount')}
          minor={minor}
          onChange={(changed) => {
            setMinor(changed);
            saving.forget();
          }}
          error={fault ?? saving.faultText}
        />
      )}
      <p className={styles.effect} role="status">
        {change === null ? t('rule') : t(`effect.${change}`)}
      </p>
      <div className={styles.foot}>
        <FormProblem text={saving.problemText} />
        <SpendButton type="submit" wide busy={saving.busy}>
          {t(change === 'looser' ? 'ask' : 'set')}
        </SpendButton>
        {value === null ? null : (
          <>
            <SpendButton wide look="quiet" busy={saving.busy} onClick={() => saving.save(null)}>
              {t('remove')}
            </SpendButton>
            <p className={styles.note}>{t('removeNote')}</p>
          </>
        )}
      </div>
    </form>
  );
}

function textOf(value: bigint | number | null): string | null {
  return value === null ? null : String(value);
}

/** Saves one value at a time, then announces whether it is in force or only requested. */
function useSaving({ kind }: Limit, onDone: () => void) {
  const t = useTranslations('limits');
  const client = useQueryClient();
  const text = useProblemText();
  const { minute } = useTimes();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const aboutValue = problem !== null && (problem.code === 'limit-range' || 'value' in problem.fields);

  async function save(value: string | null): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const answer = await setLimit(kind, value);
      storeLimits(client, answer);
      const requested = answer.limits.find((limit) => limit.kind === kind)?.asked ?? null;
      say(requested === null ? t('isSet') : t('isAsked', { time: minute(requested.confirmableAtMs) }));
      onDone();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    faultText: aboutValue ? text(problem) : null,
    problemText: problem === null || aboutValue ? null : text(problem),
    forget: () => setProblem(null),
    save: (value: string | null) => void save(value),
  };
}
