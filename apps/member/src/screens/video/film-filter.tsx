import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useTranslations } from 'use-intl';
import { FILM_SORTS, type FilmSort } from '../../api/library/videos.ts';
import { useSession } from '../../features/session/use-session.ts';
import styles from './film-filter.module.css';

interface FilmFilterProps {
  sort: FilmSort;
  included: boolean;
  onChange(next: { sort?: FilmSort; included?: boolean }): void;
}

/** Order of the list, and for members a filter by their balance. */
export function FilmFilter({ sort, included, onChange }: FilmFilterProps) {
  const t = useTranslations('video');
  const session = useSession();
  return (
    <div className={styles.filter}>
      <label className={styles.sort}>
        <select
          className={styles.select}
          aria-label={t('sort')}
          value={sort}
          onChange={(event) => onChange({ sort: FILM_SORTS.find((one) => one === event.target.value) ?? 'newest' })}
        >
          {FILM_SORTS.map((one) => (
            <option key={one} value={one}>
              {t(`sorts.${one}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className={styles.open} />
      </label>
      {session.status === 'member' ? (
        <button
          type="button"
          aria-pressed={included}
          className={styles.toggle}
          onClick={() => onChange({ included: !included })}
        >
          {included ? <Check size={14} strokeWidth={2.25} aria-hidden="true" /> : null}
          {t('included')}
        </button>
      ) : null}
    </div>
  );
}
