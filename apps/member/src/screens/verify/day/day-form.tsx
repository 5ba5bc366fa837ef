import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../../api/shared/clock.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { isDay } from '../../../ui/format/is-day.ts';
import { Section } from '../../../ui/section/section.tsx';
import styles from '../verify.module.css';

/** Form for a day, in UTC like the book's days. */
export function DayForm({ onDay }: { onDay(day: string): void }) {
  const t = useTranslations('verify.day');
  const today = new Date(serverClock.now()).toISOString().slice(0, 10);
  const [day, setDay] = useState(today);
  const [wrong, setWrong] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isPast = isPastDay(day, today);
    setWrong(!isPast);
    if (isPast) onDay(day);
  }

  return (
    <Section title={t('title')}>
      <p className={styles.soft}>{t('about')}</p>
      <form className={styles.dayForm} onSubmit={submit} noValidate>
        <TextField
          label={t('label')}
          type="date"
          value={day}
          max={today}
          error={wrong ? t('wrong') : null}
          onChange={(event) => {
            setDay(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" look="quiet" wide>
          {t('check')}
        </Button>
      </form>
    </Section>
  );
}

/** Whether the text is a date, and not in the future. */
export function isPastDay(day: string, today: string): boolean {
  return isDay(day) && day <= today;
}
