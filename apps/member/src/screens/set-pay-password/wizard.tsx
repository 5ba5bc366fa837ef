import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setFinancePassword } from '../../api/account/person.ts';
import { asProblem, Problem } from '../../api/shared/problem.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Passcode } from '../../ui/passcode/passcode.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './set-pay-password.module.css';
import {
  EMPTY,
  faultAt,
  faultyStep,
  formOf,
  type Kind,
  STEPS,
  type Step,
  stepAfter,
  type Values,
  withoutFaulty,
} from './steps.ts';

/** One step per entry. A rejection leads back to the entry that caused it. */
export function Wizard({ kind, onDone }: { kind: Kind; onDone(): void }) {
  const t = useTranslations('finance');
  const client = useQueryClient();
  const text = useProblemText();
  const steps = STEPS[kind];
  const [step, setStep] = useState<Step>(steps[0] ?? 'new');
  const [values, setValues] = useState<Values>(EMPTY);
  const [fault, setFault] = useState<Problem | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  /** Number of moves between steps. As the key of the field, it renders a new field that takes focus. */
  const [moves, setMoves] = useState(0);
  const shown = useRef<HTMLFormElement>(null);
  const at = steps.indexOf(step);
  const isLast = at === steps.length - 1;

  function moveTo(next: Step): void {
    setStep(next);
    setMoves((count) => count + 1);
  }

  function refuse(faulty: Step, why: Problem): void {
    setValues((before) => withoutFaulty(before, faulty));
    moveTo(faulty);
    setFault(why);
  }

  async function send(filled: Values): Promise<void> {
    setBusy(true);
    try {
      await setFinancePassword(formOf(kind, filled));
      await refetchPerson(client);
      say(t(kind === 'first' ? 'doneSet' : 'doneChanged'));
      onDone();
    } catch (error) {
      const refused = asProblem(error);
      const faulty = faultyStep(refused.fields, kind);
      setProblem(faulty === null ? refused : null);
      if (faulty !== null) refuse(faulty.step, new Problem(faulty.code, refused.status, refused.params));
      // The password may be locked by now, or set on another phone.
      void refetchPerson(client);
    } finally {
      setBusy(false);
    }
  }

  function goOn(filled: Values): void {
    setFault(null);
    const code = faultAt(step, filled);
    const next = stepAfter(kind, step, filled);
    if (code === 'fill-in') {
      setFault(new Problem(code, 422));
      focusFault(shown.current);
    } else if (code !== null) refuse(step, new Problem(code, 422));
    else if (next === null) void send(filled);
    else moveTo(next);
    // On submit, the last error stays until the response, so that the layout does not jump.
    if (code !== null || next !== null) setProblem(null);
  }

  const faultText = fault === null ? null : fault.code === 'fill-in' ? t('fillIn', { step }) : text(fault);
  return (
    <form
      ref={shown}
      className={styles.wizard}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) goOn(values);
      }}
    >
      <p className={styles.lead}>{t(`lead.${kind}`)}</p>
      <p className={styles.count}>{t('stepOf', { step: at + 1, steps: steps.length })}</p>
      <Entry
        key={moves}
        kind={kind}
        step={step}
        value={values[step]}
        error={faultText}
        autoFocus={moves > 0}
        onChange={(value) => {
          setFault(null);
          setValues({ ...values, [step]: value });
        }}
        // Completed entries continue automatically, except the last, which waits for the button.
        onComplete={isLast ? undefined : (value) => goOn({ ...values, [step]: value })}
      />
      {kind === 'change' && step === 'old' ? <p className={styles.count}>{t('forgotten')}</p> : null}
      <FormProblem text={problem === null ? null : text(problem)} />
      <div className={styles.keys}>
        <SpendButton step={isLast ? 'send' : 'fill'} type="submit" wide busy={busy}>
          {t(busy ? 'setting' : isLast ? (kind === 'first' ? 'set' : 'setNew') : 'goOn')}
        </SpendButton>
        {at === 0 ? null : (
          <Button
            wide
            look="plain"
            onClick={() => {
              setValues(EMPTY);
              setFault(null);
              setProblem(null);
              moveTo(steps[0] ?? 'new');
            }}
          >
            {t('startAgain')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface EntryProps {
  kind: Kind;
  step: Step;
  value: string;
  error: string | null;
  autoFocus: boolean;
  onChange(value: string): void;
  onComplete: ((value: string) => void) | undefined;
}

function Entry({ kind, step, onChange, onComplete, ...field }: EntryProps) {
  const t = useTranslations('finance');
  if (step === 'login') {
    return (
      <PasswordField
        {...field}
        label={t('label.login')}
        autoComplete="current-password"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <Passcode
      {...field}
      label={kind === 'first' && step !== 'old' ? t(`label.first.${step}`) : t(`label.${step}`)}
      hint={step === 'new' ? t('newHint') : undefined}
      onChange={onChange}
      onComplete={onComplete}
    />
  );
}
