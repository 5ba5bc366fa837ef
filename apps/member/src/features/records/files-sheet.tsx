import FileDown from 'lucide-react/icons/file-down';
import FileText from 'lucide-react/icons/file-text';
import { useTranslations } from 'use-intl';
import { papers } from '../../api/money/statement.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { ButtonFile } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { PlayNote } from '../house/play-note.tsx';
import { useLocaleControl } from '../language/locale-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { monthsSince } from './months.ts';
import styles from './records.module.css';
import { type Asked, countFilters, filterOf, type RecordKind } from './use-filter.ts';

interface FilesSheetProps {
  open: boolean;
  kind: RecordKind;
  asked: Asked;
  onClose(): void;
}

/** Downloads of the statement: a table of its lines, and monthly documents. */
export function FilesSheet({ open, kind, asked, onClose }: FilesSheetProps) {
  const t = useTranslations('statement.files');
  const { locale } = useLocaleControl();
  const times = useTimes();
  const { me } = useSession();
  const nowMs = serverClock.now();
  const sinceMs = me === null ? nowMs : Date.parse(me.createdAt);
  return (
    <Sheet open={open} onOpenChange={(next) => (next ? undefined : onClose())} title={t('title')}>
      <div className={styles.details}>
        <section className={styles.part}>
          <h3>{t('csvTitle')}</h3>
          <p className={styles.about}>
            {t(countFilters(asked) > 0 || kind !== 'statement' ? 'csvFiltered' : 'csvAll')}
          </p>
          <ButtonFile look="quiet" wide href={papers.csv(filterOf(asked, kind), locale)}>
            <FileDown size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('csv')}
          </ButtonFile>
        </section>
        <section className={styles.part}>
          <h3>{t('pdfTitle')}</h3>
          <p className={styles.about}>{t('pdfText')}</p>
          <ul className={styles.months}>
            {monthsSince(sinceMs, nowMs).map((month) => (
              <li key={month}>
                <a download href={papers.month(month, locale)} className={styles.month}>
                  <FileText size={18} strokeWidth={1.75} aria-hidden="true" />
                  {times.month(month)}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <PlayNote />
      </div>
    </Sheet>
  );
}
