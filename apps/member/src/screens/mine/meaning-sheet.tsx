import Check from 'lucide-react/icons/check';
import { useTranslations } from 'use-intl';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './meaning-sheet.module.css';

interface MeaningSheetProps {
  of: 'level' | 'checkScore';
  level: number | undefined;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Explains a figure on Mine. */
export function MeaningSheet({ of, level, open, onOpenChange }: MeaningSheetProps) {
  const t = useTranslations('mine.explained');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`${of}.title`)}>
      <div className={styles.sheet}>
        <p>{t(`${of}.lead`)}</p>
        {of === 'level' ? <Levels level={level} /> : <p className={styles.soft}>{t('checkScore.none')}</p>}
        <p className={styles.soft}>{t(`${of}.note`)}</p>
      </div>
    </Sheet>
  );
}

const LEVELS = ['one', 'two', 'three'] as const;

function Levels({ level }: { level: number | undefined }) {
  const t = useTranslations('mine.explained.level');
  return (
    <ol className={styles.levels}>
      {LEVELS.map((name, index) => (
        <li key={name} className={styles.level} data-own={index + 1 === level || undefined}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{t(name)}</span>
            <span className={styles.soft}>{t(`${name}Text`)}</span>
          </span>
          {index + 1 === level ? (
            <span className={styles.own}>
              <Check size={14} strokeWidth={2.25} aria-hidden="true" /> {t('yours')}
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
