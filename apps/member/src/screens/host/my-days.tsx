import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setMyDays } from '../../api/library/host-link.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { dayLater } from '../../features/hosts/availability.ts';
import { useWeekdays } from '../../features/hosts/use-weekdays.ts';
import { Button, IconButton } from '../../ui/button/button.tsx';
import { Choices } from '../../ui/choices/choices.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { say } from '../../ui/toast/toast.tsx';
import styles from './host.module.css';
import { type MyProfileProps, useProfileAct } from './my-profile-query.ts';

/** Weekdays and single dates off. Nothing changes before the host saves. */
export function MyDays({ link, profile }: MyProfileProps) {
  const t = useTranslations('hostLink.days');
  const times = useTimes();
  const names = useWeekdays('long');
  const [weekdays, setWeekdays] = useState(profile.weekdays);
  const [daysOff, setDaysOff] = useState(profile.daysOff);
  const { busy, problemText, act } = useProfileAct(link, async () => {
    const now = await setMyDays(link.token, weekdays, daysOff);
    say(t('saved'));
    return now;
  });

  function add(day: string): void {
    if (day >= profile.today && !daysOff.includes(day)) setDaysOff([...daysOff, day].sort());
  }

  return (
    <div className={styles.card}>
      <p className={styles.soft}>{t('text')}</p>
      <Choices
        label={t('weekdays')}
        chosen={weekdays.map(String)}
        options={names.map(({ day, name }) => ({ value: String(day), label: name }))}
        onChange={(next) => setWeekdays(next.map(Number).sort())}
      />
      <TextField
        label={t('off')}
        hint={t('offHint')}
        type="date"
        min={profile.today}
        max={dayLater(profile.today, 366)}
        value=""
        onChange={({ target }) => add(target.value)}
      />
      {daysOff.length === 0 ? null : (
        <ul className={styles.daysOff}>
          {daysOff.map((day) => (
            <li key={day}>
              {times.utcDay(day)}
              <IconButton
                label={t('remove', { day: times.utcDay(day) })}
                onClick={() => setDaysOff(daysOff.filter((other) => other !== day))}
              >
                <X size={18} strokeWidth={1.75} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <FormProblem text={problemText} />
      <Button wide busy={busy} onClick={act}>
        {t('save')}
      </Button>
    </div>
  );
}
