import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { bindPayee } from '../../api/money/payee.ts';
import { asProblem, Problem, type ProblemParams } from '../../api/shared/problem.ts';
import type { PayeeForm } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { groupedIban } from '../../features/person/iban.ts';
import { refetchPerson } from '../../features/person/refetch-person.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './bind-card.module.css';
import { CardFrame } from './card-frame.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import {
  type Draft,
  type Faults,
  type Field,
  faultsNamed,
  faultsOf,
  formOf,
  likelyCountry,
  STEPS,
  type Step,
} from './draft.ts';

const PIN_LENGTH = 4;

interface WizardProps {
  realName: string;
  /** True if the card replaces another one. The replacement takes effect after 24 hours. */
  replaces: boolean;
  onDone(): void;
}

/** Form in three steps: details, number, finance password. A refusal returns to the step that it concerns. */
export function Wizard({ realName, replaces, onDone }: WizardProps) {
  const t = useTranslations('bind');
  const client = useQueryClient();
  const faultText = useFaultText();
  const [draft, setDraft] = useState<Draft>(() => newDraft(realName));
  const [step, setStep] = useState<Step>('details');
  const [pin, setPin] = useState('');
  const [refusal, setRefusal] = useState<{ faults: Faults; params: ProblemParams }>({ faults: {}, params: {} });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useRef<HTMLFormElement>(null);
  const { faults, params } = refusal;
  const faultOf = (field: Field) => faultText(faults[field], params);

  function change(next: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...next }));
    const mended = Object.keys(next).map((name) => (name === 'country' ? 'phone' : name));
    setRefusal(({ faults, params }) => ({
      faults: Object.fromEntries(Object.entries(faults).filter(([field]) => !mended.includes(field))),
      params,
    }));
  }

  function moveTo(next: Step): void {
    setStep(next);
    setProblem(null);
    window.scrollTo(0, 0);
    document.getElementById('screen-title')?.focus({ preventScroll: true });
  }

  function goOn(): void {
    const found = faultsOf(draft, step, realName);
    setRefusal({ faults: found, params: {} });
    if (Object.keys(found).length === 0) moveTo(STEPS[STEPS.indexOf(step) + 1] ?? 'confirm');
    else focusFault(shown.current);
  }

  async function bind(): Promise<void> {
    const form = formOf(draft, pin);
    if (form === null) moveTo('details');
    else if (pin.length < PIN_LENGTH) show({ faults: { financePassword: 'fill-in' }, params: {} });
    else await send(form);
  }

  async function send(form: PayeeForm): Promise<void> {
    setBusy(true);
    try {
      await bindPayee(form);
      await refetchPerson(client);
      say(t(replaces ? 'doneReplaced' : 'done'));
      onDone();
    } catch (error) {
      refuse(asProblem(error));
    } finally {
      setBusy(false);
    }
  }

  function show(next: { faults: Faults; params: ProblemParams }): void {
    setRefusal(next);
    focusFault(shown.current);
  }

  function refuse(refused: Problem): void {
    const named = faultsNamed(refused.fields);
    if (named === null) {
      setProblem(refused);
      void refetchPerson(client);
      return;
    }
    setProblem(null);
    if (named.faults.financePassword !== undefined) setPin('');
    // A refused card must be entered again, in a new field.
    if (named.faults.token !== undefined) setDraft((before) => ({ ...before, card: null }));
    if (named.step !== 'confirm') moveTo(named.step);
    show({ faults: named.faults, params: refused.params });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (step === 'confirm') void bind();
    else goOn();
  }

  return (
    <form ref={shown} className={styles.wizard} onSubmit={submit} noValidate>
      <p className={styles.count}>{t('stepOf', { step: STEPS.indexOf(step) + 1, steps: STEPS.length })}</p>
      {step === 'details' ? <DetailsStep draft={draft} onChange={change} faultOf={faultOf} /> : null}
      {step === 'number' ? (
        <NumberStep draft={draft} onChange={change} onCard={() => moveTo('confirm')} faultOf={faultOf} />
      ) : null}
      {step === 'confirm' ? (
        <ConfirmStep
          draft={draft}
          replaces={replaces}
          pin={pin}
          onPin={(next) => {
            setPin(next);
            setRefusal({ faults: {}, params: {} });
          }}
          fault={faultOf('financePassword')}
        />
      ) : null}
      <FormProblem text={problem === null ? null : faultText(problem.code, problem.params)} />
      <div className={styles.keys}>
        {step === 'number' && draft.kind === 'card' ? null : (
          <SpendButton step={step} type="submit" wide busy={busy}>
            {step !== 'confirm' ? t('goOn') : t(busy ? 'binding' : 'bind')}
          </SpendButton>
        )}
        {step === 'details' ? null : (
          <Button wide look="plain" onClick={() => moveTo(step === 'confirm' ? 'number' : 'details')}>
            {t('oneBack')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface NumberStepProps {
  draft: Draft;
  onChange(change: Partial<Draft>): void;
  /** Called once the provider has accepted the card. */
  onCard(): void;
  faultOf(field: Field): string | null;
}

function NumberStep({ draft, onChange, onCard, faultOf }: NumberStepProps) {
  const t = useTranslations('bind');
  if (draft.kind === 'card') {
    return (
      <>
        <p className={styles.lead}>{t('cardLead')}</p>
        <FormProblem text={faultOf('token')} />
        <CardFrame
          onCard={(card) => {
            onChange({ card });
            onCard();
          }}
        />
      </>
    );
  }
  return (
    <>
      <p className={styles.lead}>{t('ibanLead')}</p>
      <TextField
        label={t('iban')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.iban}
        error={faultOf('iban')}
        onChange={(event) => onChange({ iban: event.target.value })}
        onBlur={() => onChange({ iban: groupedIban(draft.iban) })}
      />
    </>
  );
}

function newDraft(realName: string): Draft {
  const country = likelyCountry(undefined, navigator.language);
  return { kind: 'card', bankCode: null, holder: realName, country, phone: '', iban: '', card: null };
}

function useFaultText(): (code: string | undefined, params: ProblemParams) => string | null {
  const text = useProblemText();
  const t = useTranslations('forms');
  return (code, params) =>
    code === undefined ? null : code === 'fill-in' ? t('fillIn') : text(new Problem(code, 422, params));
}
