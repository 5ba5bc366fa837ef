import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { requestBooking } from '../../api/library/bookings.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem } from '../../api/shared/problem.ts';
import type { Booking, BookingForm as Form, Host, HostService } from '../../api/shared/types.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Segments } from '../../ui/segments/segments.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useClubForm } from '../forms/use-club-form.ts';
import { given, z } from '../forms/z.ts';
import { dayFault, dayLater, lastDay, nextAvailable } from './availability.ts';
import styles from './booking.module.css';
import { ownLanguageName } from './language-name.ts';

const NOTE_LENGTH_MAX = 1_000;
const schema = z.object({
  service: given(),
  language: given(),
  day: given(),
  hour: given(),
  note: z.string().check(z.refine((note) => [...note.trim()].length <= NOTE_LENGTH_MAX, 'words-bad')),
});

interface BookingFormProps {
  host: Host;
  onSent(booking: Booking): void;
  /** After a refusal that an up-to-date profile explains. */
  onStale(): void;
}

/** A booking request with service, language, day, time and note. Says at once if the host is not available. */
export function BookingForm({ host, onSent, onStale }: BookingFormProps) {
  const t = useTranslations('bookings');
  const hosts = useTranslations('hosts');
  const times = useTimes();
  const locale = useLocale();
  // A retry of the same request uses the same key, so it counts once.
  const last = useRef({ typed: '', key: '' });
  const [refused, setRefused] = useState<{ day: string; nextDay: string | null } | null>(null);
  const { form, submit, field, busy, problemText } = useClubForm<Record<keyof Form, string>>({
    schema,
    defaults: {
      service: host.services[0] ?? '',
      language: host.languages.find((code) => code === locale) ?? host.languages[0] ?? '',
      day: nextAvailable(host, dayLater(host.today, 1)) ?? '',
      hour: '',
      note: '',
    },
    params: { min: 0, max: NOTE_LENGTH_MAX },
    async send(values) {
      if (dayFault(host, values.day) !== null) {
        form.setFocus('day');
        return;
      }
      const typed = JSON.stringify(values);
      if (last.current.typed !== typed) last.current = { typed, key: newId() };
      try {
        onSent(await requestBooking(last.current.key, host.id, values as Form));
      } catch (error) {
        const { code, params } = asProblem(error);
        if (code !== 'host-day-off') {
          if (code === 'host-gone' || code === 'invalid-body') onStale();
          throw error;
        }
        setRefused({ day: values.day, nextDay: typeof params.nextDay === 'string' ? params.nextDay : null });
        onStale();
      }
    },
  });
  const { service, language, day } = useWatch({ control: form.control });
  const typedDay = day ?? '';
  const isRefused = refused?.day === typedDay;
  const fault = isRefused ? 'dayOff' : typedDay === '' ? null : dayFault(host, typedDay);
  const nextDay = fault !== 'dayOff' ? null : isRefused ? refused.nextDay : nextAvailable(host, typedDay);
  const { error: dayError, ...dayField } = field('day');
  const dayText =
    fault === 'dayOff'
      ? t('dayOff', { name: host.name })
      : fault === 'dayBad'
        ? t('dayBad', { until: times.utcDay(lastDay(host)) })
        : dayError;
  const change = (name: 'service' | 'language' | 'day', value: string) =>
    form.setValue(name, value, { shouldDirty: true });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.choice}>
        <p className={styles.label} aria-hidden="true">
          {t('service')}
        </p>
        <Segments<HostService>
          label={t('service')}
          value={(service as HostService) ?? null}
          options={host.services.map((value) => ({ value, label: hosts(`service.${value}`) }))}
          onChange={(value) => change('service', value)}
        />
      </div>
      <div className={styles.choice}>
        <p className={styles.label} aria-hidden="true">
          {t('language')}
        </p>
        <Segments
          label={t('language')}
          value={language ?? null}
          options={host.languages.map((value) => ({ value, label: ownLanguageName(value) }))}
          onChange={(value) => change('language', value)}
        />
      </div>
      <div className={styles.pair}>
        <TextField label={t('day')} type="date" min={host.today} max={lastDay(host)} {...dayField} error={dayText} />
        <TextField label={t('hour')} type="time" {...field('hour')} />
      </div>
      {fault !== 'dayOff' ? null : nextDay === null ? (
        <p className={styles.soft}>{t('noDay')}</p>
      ) : (
        <Button look="quiet" onClick={() => change('day', nextDay)}>
          {t('nextDay', { day: times.utcDay(nextDay) })}
        </Button>
      )}
      <p className={styles.soft}>{t('hourHint', { city: host.cityName })}</p>
      <TextArea label={t('note')} hint={t('noteHint')} rows={3} {...field('note')} />
      {host.example ? <p className={styles.soft}>{hosts('booking.example')}</p> : null}
      <p className={styles.soft}>{hosts('booking.money')}</p>
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t('send')}
      </Button>
    </form>
  );
}
