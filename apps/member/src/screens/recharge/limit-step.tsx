import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setLimit } from '../../api/account/limits.ts';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import type { Limits } from '../../api/shared/types.ts';
import { focusFault } from '../../features/forms/focus-fault.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { storeLimits } from '../../features/limits/store-limits.ts';
import { MoneyField } from '../../features/money/money-field.tsx';
import moneyPage from '../../features/money/money-page.module.css';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import styles from './step.module.css';

const KINDS = ['deposit-day', 'deposit-week', 'deposit-month'] as const;
type Kind = (typeof KINDS)[number];
/** Undefined: invalid input; null: empty. */
type Amounts = Record<Kind, bigint | null | undefined>;

interface LimitStepProps {
  onDone(): void;
  /** The answer is being sent. */
  noting: boolean;
  /** Why the answer could not be sent; null if nothing failed. */
  notedProblem: string | null;
}

/** Offers deposit limits: any of the three, or none. Declining is as easy as accepting. */
export function LimitStep({ onDone, noting, notedProblem }: LimitStepProps) {
  const t = useTranslations('recharge');
  const limits = useTranslations('limits');
  const [amounts, setAmounts] = useState<Amounts>({ 'deposit-day': null, 'deposit-week': null, 'deposit-month': null });
  const [submitted, setSubmitted] = useState(false);
  const { busy, refused, problemText, save, forget } = useSaving(onDone);
  const given = KINDS.filter((kind) => amounts[kind] !== null);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    const read = given.flatMap((kind) => (amounts[kind] == null ? [] : [{ kind, minor: amounts[kind] }]));
    if (read.length === 0 || read.length < given.length) focusFault(event.currentTarget);
    else save(read);
  }

  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('limitTitle')}</h2>
        <p className={styles.text}>{t('limitText')}</p>
      </div>
      {KINDS.map((kind) => (
        <MoneyField
          key={kind}
          label={limits(`sheet.${kind}`)}
          onChange={(minor) => {
            setAmounts((before) => ({ ...before, [kind]: minor }));
            forget();
          }}
          error={
            refused?.kind === kind
              ? refused.text
              : submitted && given.length === 0 && kind === KINDS[0]
                ? t('limitNeeded')
                : null
          }
        />
      ))}
      <div className={moneyPage.foot}>
        <FormProblem text={problemText ?? notedProblem} />
        <div className={styles.ways}>
          <SpendButton type="submit" look="quiet" busy={busy || noting}>
            {t('limitSet')}
          </SpendButton>
          <Button look="quiet" busy={busy || noting} onClick={onDone}>
            {t('limitNotNow')}
          </Button>
        </div>
        <PlayNote />
      </div>
    </form>
  );
}

/** Sets the limits one by one. Those already set stay if a later one fails. */
function useSaving(onDone: () => void) {
  const client = useQueryClient();
  const text = useProblemText();
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ kind: Kind; problem: Problem } | null>(null);
  const aboutValue = failed !== null && (failed.problem.code === 'limit-range' || 'value' in failed.problem.fields);

  async function save(limits: readonly { kind: Kind; minor: bigint }[]): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailed(null);
    let last: Limits | null = null;
    let at: Kind = KINDS[0];
    try {
      for (const { kind, minor } of limits) {
        at = kind;
        last = await setLimit(kind, String(minor));
      }
      onDone();
      if (last !== null) storeLimits(client, last);
    } catch (error) {
      setFailed({ kind: at, problem: asProblem(error) });
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    /** The limit whose amount the server refused. */
    refused: aboutValue ? { kind: failed.kind, text: text(failed.problem) } : null,
    problemText: failed === null || aboutValue ? null : text(failed.problem),
    forget: () => setFailed(null),
    save: (limits: readonly { kind: Kind; minor: bigint }[]) => void save(limits),
  };
}
