import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { bindPayee } from '../../api/money/payee.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import type { PayeeForm } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAfterPress } from '../../features/forms/use-after-press.ts';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './bind-card.module.css';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { type Draft, type Faults, type Field, faultsNamed, faultsOf, formOf, STEPS, type Step } from './draft.ts';
import { NumberStep } from './number-step.tsx';
import { useFaults } from './use-faults.ts';
import { useStoredDraft } from './use-stored-draft.ts';

const PIN_LENGTH = 4;

interface WizardProps {
  realName: string;
  /** True if the card replaces another one. The replacement takes effect after 24 hours. */
  replaces: boolean;
  onDone(): void;
}

/** Form in three steps: details, number, finance password. A refusal returns to the step that it concerns. */
export function Wizard(props: WizardProps) {
  const { replaces } = props;
  const t = useTranslations('bind');
  const form = usePayeeForm(props);
  const { draft, step, pin, faults, busy, problem } = form;
  const fields = { draft, onChange: form.change, onLeave: form.leave, faultOf: faults.of };
  return (
    <form ref={form.shown} className={styles.wizard} onSubmit={form.submit} noValidate {...form.handlers}>
      <p className={styles.count}>{t('stepOf', { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}</p>
      {step === 'details' ? <DetailsStep {...fields} /> : null}
      {step === 'number' ? <NumberStep {...fields} onCard={() => form.moveTo('confirm')} /> : null}
      {step === 'confirm' ? (
        <ConfirmStep
          draft={draft}
          replaces={replaces}
          pin={pin}
          onPin={form.typePin}
          onLeave={form.leavePin}
          fault={faults.of('financePassword')}
        />
      ) : null}
      <FormProblem text={problem === null ? null : faults.textOf(problem)} />
      <div className={styles.keys}>
        {step === 'number' && draft.kind === 'card' ? null : (
          <SpendButton step={step} type="submit" wide busy={busy}>
            {step !== 'confirm' ? t('goOn') : t(busy ? 'binding' : 'bind')}
          </SpendButton>
        )}
        {step === 'details' ? null : (
          <Button wide look="plain" onClick={() => form.moveTo(step === 'confirm' ? 'number' : 'details')}>
            {t('oneBack')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Checks each field when it is left, and all of a step before the next one. */
function usePayeeForm({ realName, replaces, onDone }: WizardProps) {
  const stored = useStoredDraft(realName);
  const { draft, step } = stored;
  const faults = useFaults();
  const [pin, setPin] = useState('');
  const shown = useRef<HTMLFormElement>(null);
  const { handlers, run } = useAfterPress();
  const { busy, problem, setProblem, send } = useSending({
    replaces,
    onBound: () => {
      stored.forget();
      onDone();
    },
    onRefused: refuse,
  });

  function change(next: Partial<Draft>): void {
    stored.change(next);
    faults.mend(next);
  }

  function moveTo(next: Step): void {
    stored.moveTo(next);
    setProblem(null);
    window.scrollTo(0, 0);
    document.getElementById('screen-title')?.focus({ preventScroll: true });
  }

  function show(...found: Parameters<typeof faults.show>): void {
    faults.show(...found);
    focusFault(shown.current);
  }

  function goOn(): void {
    const found = faultsOf(draft, step, realName);
    if (Object.keys(found).length > 0) {
      show(found);
      return;
    }
    faults.show({});
    moveTo(STEPS[STEPS.indexOf(step) + 1] ?? 'confirm');
  }

  function bind(): void {
    const body = formOf(draft, pin);
    if (body === null) moveTo('details');
    else if (pin.length < PIN_LENGTH) show({ financePassword: 'fill-in' });
    else void send(body);
  }

  function refuse({ faults: found, step: faulty }: { faults: Faults; step: Step }, { params }: Problem): void {
    if (found.financePassword !== undefined) setPin('');
    // A refused card must be entered again, in a new field.
    if (found.token !== undefined) change({ card: null });
    if (faulty !== 'confirm') moveTo(faulty);
    show(found, params);
  }

  return {
    ...{ draft, step, pin, faults, busy, problem, shown, handlers, change, moveTo },
    leave: (field: Field) =>
      run(() => {
        const found = faultsOf(stored.latest(), step, realName)[field];
        if (found !== undefined) faults.add(field, found);
      }),
    typePin(next: string): void {
      setPin(next);
      faults.show({});
    },
    leavePin(): void {
      if (pin.length > 0 && pin.length < PIN_LENGTH) run(() => faults.add('financePassword', 'fill-in'));
    },
    submit(event: FormEvent): void {
      event.preventDefault();
      if (busy) return;
      if (step === 'confirm') bind();
      else goOn();
    },
  };
}

interface SendingOptions {
  replaces: boolean;
  onBound(): void;
  /** Called for a refusal that names fields. */
  onRefused(named: { faults: Faults; step: Step }, refused: Problem): void;
}

/** Sends the form. A problem that names no field is returned. */
function useSending({ replaces, onBound, onRefused }: SendingOptions) {
  const t = useTranslations('bind');
  const client = useQueryClient();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(body: PayeeForm): Promise<void> {
    setBusy(true);
    try {
      await bindPayee(body);
      await refetchPerson(client);
      say(t(replaces ? 'doneReplaced' : 'done'));
      onBound();
    } catch (error) {
      const refused = asProblem(error);
      const named = faultsNamed(refused.fields);
      setProblem(named === null ? refused : null);
      if (named === null) void refetchPerson(client);
      else onRefused(named, refused);
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, setProblem, send };
}
