import { useQuery } from '@tanstack/react-query';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { helpOrganisationsQuery } from '../../api/account/limits.ts';
import type { HelpOrganisation } from '../../api/shared/types.ts';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { PickField } from '../../ui/field/pick-field.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';
import { countriesOf, EVERYWHERE, likelyCountry } from './help-countries.ts';
import styles from './help-organisations.module.css';

/** Help organisations outside the club, by country. International ones are always listed. */
export function HelpOrganisations() {
  const t = useTranslations('help');
  const query = useQuery(helpOrganisationsQuery());
  return (
    <Section title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      {query.data !== undefined ? (
        <Found all={query.data} />
      ) : query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton blocks={[74, 180]} />
      )}
    </Section>
  );
}

function Found({ all }: { all: readonly HelpOrganisation[] }) {
  const t = useTranslations('help');
  const locale = useLocale();
  const [chosen, setChosen] = useState<string | null>(null);
  const [choosing, setChoosing] = useState(false);
  const country = chosen ?? likelyCountry(all, navigator.languages);
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  const choices = countriesOf(all)
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  const shown = [...all.filter((one) => one.country === country), ...all.filter((one) => one.country === EVERYWHERE)];
  return (
    <>
      <PickField
        label={t('country')}
        value={country === null ? null : (names.of(country) ?? country)}
        empty={t('chooseCountry')}
        onPick={() => setChoosing(true)}
      />
      <ul className={styles.list}>
        {shown.map((one) => (
          <li key={`${one.country} ${one.url}`} className={styles.one}>
            <Organisation {...one} />
          </li>
        ))}
      </ul>
      <ChoiceSheet
        open={choosing}
        onOpenChange={setChoosing}
        title={t('country')}
        searchLabel={t('searchCountry')}
        choices={choices}
        value={country}
        onChoose={setChosen}
      />
    </>
  );
}

function Organisation({ name, url, phone, country, languages }: HelpOrganisation) {
  const t = useTranslations('help');
  const locale = useLocale();
  const format = useFormatter();
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' });
  return (
    <>
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.note}>
        {country === EVERYWHERE
          ? t('everywhere')
          : format.list(
              languages.map((code) => names.of(code) ?? code),
              { type: 'unit' },
            )}
      </p>
      <p className={styles.ways}>
        <a href={url} target="_blank" rel="noreferrer" className={styles.way}>
          <bdi dir="ltr">{new URL(url).host.replace(/^www\./, '')}</bdi>
          <span className="visually-hidden"> {t('newPage')}</span>
        </a>
        {phone === null ? null : (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={styles.way}>
            <Phone size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="visually-hidden">{t('phone')} </span>
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
      </p>
    </>
  );
}
