import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setPushSettings } from '../../api/account/push.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { PushSettings } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { SwitchRow } from '../../ui/switch/switch.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './push-settings.module.css';

const TOPICS = ['money', 'play', 'account', 'house', 'desk'] as const;
/** Offered when quiet hours are turned on. */
const NIGHT = { from: '22:00', to: '07:00' };

interface PushSettingsFormProps {
  settings: PushSettings;
  onSaved(): void;
}

/** Switches by topic, and quiet hours by the clock of this device. */
export function PushSettingsForm({ settings, onSaved }: PushSettingsFormProps) {
  const t = useTranslations('push.settings');
  const client = useQueryClient();
  const [topics, setTopics] = useState(settings.topics);
  const [isQuiet, setQuiet] = useState(settings.quiet !== null);
  const [hours, setHours] = useState({ from: settings.quiet?.from ?? NIGHT.from, to: settings.quiet?.to ?? NIGHT.to });
  const [submitted, setSubmitted] = useState(false);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const isValid = !isQuiet || (hours.from !== '' && hours.to !== '' && hours.from !== hours.to);
  const { busy, problemText, act } = useAct(async () => {
    const next = { topics, quiet: isQuiet ? { ...hours, timeZone } : null };
    await setPushSettings(next);
    client.setQueryData(keys.pushSettings, next);
    say(t('saved'));
    onSaved();
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (isValid) act();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.switches}>
        {TOPICS.map((topic) => (
          <SwitchRow
            key={topic}
            label={t(`topics.${topic}`)}
            text={t(`texts.${topic}`)}
            on={topics[topic]}
            busy={busy}
            onChange={(on) => setTopics((before) => ({ ...before, [topic]: on }))}
          />
        ))}
        <SwitchRow label={t('quiet')} text={t('quietText')} on={isQuiet} busy={busy} onChange={setQuiet} />
      </div>
      {isQuiet ? (
        <div className={styles.hours}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              label={t(end)}
              value={hours[end]}
              hint={end === 'to' ? t('zone', { zone: timeZone }) : undefined}
              error={submitted && !isValid && end === 'to' ? t('hoursNeeded') : null}
              onChange={(event) => setHours((before) => ({ ...before, [end]: event.target.value }))}
            />
          ))}
        </div>
      ) : null}
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t('save')}
      </Button>
    </form>
  );
}
