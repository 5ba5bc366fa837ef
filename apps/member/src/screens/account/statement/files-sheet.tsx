import FileDown from 'lucide-react/icons/file-down';
import FileText from 'lucide-react/icons/file-text';
import { useTranslations } from 'use-intl';
import { papers, type StatementFilter } from '../../../api/money/statement.ts';
import { serverClock } from '../../../api/shared/clock.ts';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { useLocaleControl } from '../../../features/language/locale-provider.tsx';
import { useSession } from '../../../features/session/use-session.ts';
import { ButtonFile } from '../../../ui/button/button.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import { monthsSince } from './months.ts';
import styles from './statement.module.css';

interface FilesSheetProps {
  open: boolean;
  filter: StatementFilter;
  filtered: boolean;
  onClose(): void;
}

/** Downloads of the statement: a table of its lines, and monthly documents. */
export function FilesSheet({ open, filter, filtered, onClose }: FilesSheetProps) {
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
          <p className={styles.about}>{t(filtered ? 'csvFiltered' : 'csvAll')}</p>
          <ButtonFile look="quiet" wide href={papers.csv(filter, locale)}>
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
