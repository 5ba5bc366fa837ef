import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import UserRound from 'lucide-react/icons/user-round';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../../api/shared/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../durations.ts';
import { focusFault } from '../../../features/forms/focus-fault.ts';
import { useSpanText } from '../../../features/limits/use-span-text.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import {
  type BreakKind,
  EXCLUSION_MONTHS,
  FOR_EVER,
  HOURS_MAX,
  HOURS_MIN,
  hoursOf,
  MONTH_HOURS,
  TIME_OUT_HOURS,
} from './break-spans.ts';
import styles from './breaks.module.css';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const OWN = 'own';

interface ChooseSpanProps {
  kind: BreakKind;
  /** End of the current self-exclusion, which is to become longer; null without one. */
  beyondMs: number | null;
  /** The earlier choice, after a return from the confirmation. */
  span: number | null;
  onGoOn(span: number): void;
}

/** Chooses a length. Nothing is preselected. */
export function ChooseSpan({ kind, beyondMs, span, onGoOn }: ChooseSpanProps) {
  const t = useTranslations('limits');
  const spanText = useSpanText();
  const spans = spansOf(kind, beyondMs);
  const wasTyped = span !== null && !spans.includes(span);
  const [chosen, setChosen] = useState<number | typeof OWN | null>(wasTyped ? OWN : span);
  const [typed, setTyped] = useState(wasTyped ? String(span) : '');
  const [submitted, setSubmitted] = useState(false);
  const result = chosen === OWN ? hoursOf(typed) : chosen;
  const unchosen = submitted && chosen === null;
  const faultId = useId();
  const nameOf = (one: number | typeof OWN) => {
    if (one === OWN) return t('ownHours');
    if (one === FOR_EVER) return t('forEver');
    return kind === 'time-out' ? spanText.hours(one) : spanText.months(one);
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if (result === null) focusFault(event.currentTarget);
    else onGoOn(result);
  }

  return (
    <form className={styles.sheet} onSubmit={submit} noValidate>
      <WhatHappens kind={kind} />
      <fieldset className={styles.spans}>
        <legend className={styles.legend}>{t('howLong')}</legend>
        {[...spans, ...(kind === 'time-out' ? ([OWN] as const) : [])].map((one, at) => (
          <button
            key={one}
            type="button"
            className={styles.span}
            aria-pressed={one === chosen}
            data-invalid={unchosen && at === 0 ? '' : undefined}
            aria-describedby={unchosen ? faultId : undefined}
            onClick={() => setChosen(one)}
          >
            {nameOf(one)}
            {one === chosen ? <Check {...ICON} /> : null}
          </button>
        ))}
      </fieldset>
      {unchosen ? (
        <p id={faultId} className={styles.fault} role="alert">
          {t('chooseSpan')}
        </p>
      ) : null}
      {chosen === OWN ? (
        <TextField
          label={t('hours')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={submitted && result === null ? t('hoursNeeded', { min: HOURS_MIN, max: HOURS_MAX }) : null}
        />
      ) : null}
      <div className={styles.foot}>
        <Button type="submit" wide>
          {t('goOn')}
        </Button>
      </div>
    </form>
  );
}

/** A longer self-exclusion must be longer by a day at least. */
function spansOf(kind: BreakKind, beyondMs: number | null): readonly number[] {
  if (kind === 'time-out') return TIME_OUT_HOURS;
  const nowMs = serverClock.now();
  const months = EXCLUSION_MONTHS.filter(
    (one) => beyondMs === null || nowMs + one * MONTH_HOURS * HOUR_MS > beyondMs + DAY_MS,
  );
  return [...months, FOR_EVER];
}

/** What stops and what continues during the break, and whom it binds. */
function WhatHappens({ kind }: { kind: BreakKind }) {
  const t = useTranslations('limits');
  return (
    <ul className={styles.points}>
      <li className={styles.point}>
        <CirclePause {...ICON} />
        <p>{t(`ends.${kind}`)}</p>
      </li>
      <li className={styles.point}>
        <CircleCheck {...ICON} />
        <p>{t('goesOn')}</p>
      </li>
      <li className={styles.point}>
        <UserRound {...ICON} />
        <p>{t('recognises')}</p>
      </li>
    </ul>
  );
}
