import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type Country, type CountryCode, countriesIn, likelyFirst, readPhone } from '../../features/person/phone.ts';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { PickField } from '../../ui/field/pick-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './bind-card.module.css';
import { type Draft, likelyCountry } from './draft.ts';

interface PhoneFieldsProps {
  draft: Draft;
  /** Country of the chosen bank. */
  bankCountry: string | undefined;
  error: string | null;
  onChange(change: Partial<Draft>): void;
  onLeave(): void;
}

/** Country and number of the phone. A number with a calling code, as phones paste it, chooses its country. */
export function PhoneFields({ draft, bankCountry, error, onChange, onLeave }: PhoneFieldsProps) {
  const t = useTranslations('bind');
  const locale = useLocale();
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const [isPicking, setPicking] = useState(false);
  const country = countries.find(({ code }) => code === draft.country);
  const offered = likelyFirst(countries, [draft.country, bankCountry, likelyCountry(undefined, locale)]);
  const phone = readPhone(draft.phone, draft.country);

  function type(typed: string): void {
    const read = readPhone(typed, draft.country);
    onChange({ phone: typed, country: (read?.isInternational && read.country) || draft.country });
  }

  function leave(): void {
    // The field beside it holds the calling code.
    if (phone?.isInternational && phone.country === draft.country) onChange({ phone: phone.national });
    onLeave();
  }

  return (
    <>
      <div className={styles.phone}>
        <PickField
          label={t('country')}
          value={country === undefined ? null : <CountryName country={country} />}
          empty=""
          onPick={() => setPicking(true)}
        />
        <TextField
          label={t('phone')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          value={draft.phone}
          error={error}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
        />
      </div>
      <p className={styles.phoneHint}>
        {phone === null ? (
          t('phoneHint')
        ) : (
          <>
            {country?.name} · <bdi dir="ltr">{phone.written}</bdi>
          </>
        )}
      </p>
      <ChoiceSheet
        open={isPicking}
        onOpenChange={setPicking}
        title={t('country')}
        searchLabel={t('searchCountry')}
        choices={offered.map(({ code, name, calling }) => ({ value: code, label: name, note: calling }))}
        value={draft.country}
        onChoose={(code) => onChange({ country: code as CountryCode })}
      />
    </>
  );
}

function CountryName({ country: { name, calling } }: { country: Country }) {
  return (
    <>
      {name}{' '}
      <bdi dir="ltr" className={styles.calling}>
        {calling}
      </bdi>
    </>
  );
}
