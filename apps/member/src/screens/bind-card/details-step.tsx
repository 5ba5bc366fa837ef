import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { banksQuery } from '../../api/money/payee.ts';
import { type CountryCode, countriesIn, readPhone } from '../../features/person/phone.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { PickField } from '../../ui/field/pick-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './bind-card.module.css';
import { type Draft, type Field, likelyCountry } from './draft.ts';

interface DetailsStepProps {
  draft: Draft;
  onChange(change: Partial<Draft>): void;
  /** Error text of a field. */
  faultOf(field: Field): string | null;
}

/** Kind (card or account), bank, holder and phone number. */
export function DetailsStep({ draft, onChange, faultOf }: DetailsStepProps) {
  const t = useTranslations('bind');
  const kinds = useTranslations('payee.kind');
  const locale = useLocale();
  const banks = useQuery(banksQuery());
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const [picking, setPicking] = useState<'bank' | 'country' | null>(null);
  if (banks.data === undefined) {
    return banks.isError ? (
      <Failed error={banks.error} onRetry={() => void banks.refetch()} />
    ) : (
      <Skeleton blocks={[44, 76, 76, 76]} />
    );
  }
  const bank = banks.data.find(({ code }) => code === draft.bankCode);
  const country = countries.find(({ code }) => code === draft.country);
  const phone = readPhone(draft.phone, draft.country);

  function countryName(code: string): string {
    return countries.find((one) => one.code === code)?.name ?? code;
  }

  function pickBank(code: string): void {
    const picked = banks.data?.find((one) => one.code === code);
    // A number already typed belongs to the chosen country, so keep that.
    const country = draft.phone === '' ? likelyCountry(picked?.country, navigator.language) : draft.country;
    onChange({ bankCode: code, country });
  }

  return (
    <>
      <Segments
        label={t('kindLabel')}
        value={draft.kind}
        options={[
          { value: 'card', label: kinds('card') },
          { value: 'iban', label: kinds('iban') },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <PickField
        label={t('bank')}
        value={bank?.name ?? null}
        empty={t('chooseBank')}
        error={faultOf('bankCode')}
        onPick={() => setPicking('bank')}
      />
      <TextField
        label={t('holder')}
        hint={t('holderHint')}
        autoComplete="name"
        spellCheck={false}
        value={draft.holder}
        error={faultOf('holder')}
        onChange={(event) => onChange({ holder: event.target.value })}
      />
      <div className={styles.phone}>
        <PickField
          label={t('country')}
          value={<bdi dir="ltr">{country?.calling}</bdi>}
          empty=""
          onPick={() => setPicking('country')}
        />
        <TextField
          label={t('phone')}
          type="tel"
          dir="ltr"
          autoComplete="tel"
          value={draft.phone}
          error={faultOf('phone')}
          onChange={(event) => onChange({ phone: event.target.value })}
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
        open={picking === 'bank'}
        onOpenChange={(open) => setPicking(open ? 'bank' : null)}
        title={t('bank')}
        searchLabel={t('searchBank')}
        choices={banks.data.map(({ code, name, country }) => ({
          value: code,
          label: name,
          note: countryName(country),
        }))}
        value={draft.bankCode}
        onChoose={pickBank}
      />
      <ChoiceSheet
        open={picking === 'country'}
        onOpenChange={(open) => setPicking(open ? 'country' : null)}
        title={t('country')}
        searchLabel={t('searchCountry')}
        choices={countries.map(({ code, name, calling }) => ({ value: code, label: name, note: calling }))}
        value={draft.country}
        onChoose={(code) => onChange({ country: code as CountryCode })}
      />
    </>
  );
}
