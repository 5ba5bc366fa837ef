import { parseCheckpointText, parseNote } from '@tercet/fair';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { evidenceName, evidenceOf } from '../../../features/book/evidence-file.ts';
import type { BookBreach } from '../../../features/book/follow-book.ts';
import { useBeginAnew } from '../../../features/book/use-book-news.ts';
import { saveAsFile } from '../../../features/receipts/receipt-text.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark } from '../../../ui/mark/mark.tsx';
import styles from './follow-card.module.css';

/** Alarm that the house shows a different book than before, with both tree heads and a button to save them. */
export function BreachCard({ breach }: { breach: BookBreach }) {
  const t = useTranslations('book.breach');
  const format = useFormatter();
  const times = useTimes();
  const [saved, setSaved] = useState(false);
  const beginAnew = useBeginAnew();
  const signed = parseNote(breach.shown.note);
  const shown = signed && parseCheckpointText(signed.text);
  const sizes = { old: format.number(breach.followed?.size ?? 0), now: format.number(shown?.size ?? 0) };
  return (
    <section className={styles.card} data-breach>
      <div className={styles.head}>
        <Mark state="breach" size={44} silent />
        <div role="alert">
          <h2 className={styles.title}>{t(`${breach.kind}.title`)}</h2>
          <p className={styles.text}>
            {breach.kind === 'fork' && sizes.old === sizes.now
              ? t('fork.same', sizes)
              : t(`${breach.kind}.text`, sizes)}
          </p>
          <p className={styles.text}>{t('found', { at: times.moment(breach.foundAtMs) })}</p>
        </div>
      </div>
      {breach.followed === null ? null : (
        <div>
          <p className={styles.label}>{t('seenBefore', { at: times.moment(breach.followed.seenAtMs) })}</p>
          <pre className={styles.bytes}>{breach.followed.note}</pre>
        </div>
      )}
      <div>
        <p className={styles.label}>{t('shownNow')}</p>
        <pre className={styles.bytes}>{breach.shown.note}</pre>
      </div>
      <div className={styles.actions}>
        <Button
          wide
          onClick={() => {
            saveAsFile(evidenceName(breach), evidenceOf(breach));
            setSaved(true);
          }}
        >
          {t('save')}
        </Button>
        <p className={styles.text}>{t('saveText')}</p>
        {saved ? (
          <Button look="quiet" wide onClick={() => void beginAnew()}>
            {t('beginAnew')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
