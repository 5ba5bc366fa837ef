import { LANGUAGES } from '@tercet/contract/languages.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Heart from 'lucide-react/icons/heart';
import Languages from 'lucide-react/icons/languages';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { HostsAsk } from '../../api/library/guide.ts';
import { SERVICES } from '../../features/hosts/services.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { Button } from '../../ui/button/button.tsx';
import { ChoiceSheet } from '../../ui/choice-sheet/choice-sheet.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import styles from './list.module.css';

const ALL = 'all';

export type Filtering = Omit<HostsAsk, 'cityId'>;

interface FiltersProps {
  ask: HostsAsk;
  onChange(next: Partial<Filtering>): void;
}

/** Filters by service (chips), language (sheet), day and favourites. */
export function Filters({ ask, onChange }: FiltersProps) {
  const t = useTranslations('guide');
  const hosts = useTranslations('hosts');
  const [open, setOpen] = useState(false);
  const options = [
    { value: ALL, label: t('allServices') },
    ...SERVICES.map((service) => ({ value: service, label: hosts(`service.${service}`) })),
  ];
  const choices = [
    { value: ALL, label: t('allLanguages') },
    ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <div className={styles.filters}>
      <Segments
        label={t('services')}
        value={ask.service ?? ALL}
        options={options}
        onChange={(value) => onChange({ service: SERVICES.find((one) => one === value) ?? null })}
      />
      <div className={styles.more}>
        <Button look="quiet" className={styles.language} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
          {ask.language === null ? t('allLanguages') : t('speaks', { language: languageOf(ask.language)?.name ?? '' })}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          className={styles.favourites}
          aria-pressed={ask.favourites}
          onClick={() => onChange({ favourites: !ask.favourites })}
        >
          <Heart size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('favourites')}
        </Button>
        <label className={styles.day}>
          {t('availableOn')}
          <input type="date" value={ask.day ?? ''} onChange={({ target }) => onChange({ day: target.value || null })} />
        </label>
      </div>
      <ChoiceSheet
        open={open}
        onOpenChange={setOpen}
        title={t('language')}
        searchLabel={t('searchLanguage')}
        choices={choices}
        value={ask.language ?? ALL}
        onChoose={(value) => onChange({ language: value === ALL ? null : value })}
      />
    </div>
  );
}
