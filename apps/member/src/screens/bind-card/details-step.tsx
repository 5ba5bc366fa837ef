import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { banksQuery } from '../../api/money/payee.ts';
import { countriesIn } from '../../features/person/phone.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { PickField } from '../../ui/field/pick-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { type Draft, type Field, likelyCountry } from './draft.ts';
import { PhoneFields } from './phone-fields.tsx';

interface DetailsStepProps {
  draft: Draft;
  onChange(change: Partial<Draft>): void;
  /** Called when a field loses the focus, or its list closes. */
  onLeave(field: Field): void;
  /** Error text of a field. */
  faultOf(field: Field): string | null;
}

/** Kind (card or account), bank, holder and phone number. */
export function DetailsStep({ draft, onChange, onLeave, faultOf }: DetailsStepProps) {
  const t = useTranslations('bind');
  const kinds = useTranslations('payee.kind');
  const locale = useLocale();
  const banks = useQuery(banksQuery());
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const [isPicking, setPicking] = useState(false);
  if (banks.data === undefined) {
    return banks.isError ? (
      <Failed error={banks.error} onRetry={() => void banks.refetch()} />
    ) : (
      <Skeleton blocks={[44, 76, 76, 76]} />
    );
  }
  const bank = banks.data.find(({ code }) => code === draft.bankCode);

  function countryName(code: string): string {
    return countries.find((one) => one.code === code)?.name ?? code;
  }

  function pickBank(code: string): void {
    const picked = banks.data?.find((one) => one.code === code);
    // A number already typed belongs to the chosen country, so keep that.
    const country = draft.phone === '' ? likelyCountry(picked?.country, locale) : draft.country;
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
        onPick={() => setPicking(true)}
      />
      <TextField
        label={t('holder')}
        hint={t('holderHint')}
        autoComplete="name"
        spellCheck={false}
        value={draft.holder}
        error={faultOf('holder')}
        onChange={(event) => onChange({ holder: event.target.value })}
        onBlur={() => onLeave('holder')}
      />
      <PhoneFields
        draft={draft}
        bankCountry={bank?.country}
        error={faultOf('phone')}
        onChange={onChange}
        onLeave={() => onLeave('phone')}
      />
      <ChoiceSheet
        open={isPicking}
        onOpenChange={(open) => {
          setPicking(open);
          if (!open) onLeave('bankCode');
        }}
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
    </>
  );
}
