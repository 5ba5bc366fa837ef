import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BookEntry } from '../../api/types.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Dice } from '../../ui/dice/dice.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import styles from './entry-row.module.css';
import { type EntryFacts, prettyBody, readEntry } from './read-entry.ts';

const MARKS: Record<string, MarkState> = { draw: 'drawn', seal: 'sealed', void: 'void' };

/** One entry; a tap shows it exactly as it was logged. */
export function EntryRow({ entry }: { entry: BookEntry }) {
  const t = useTranslations('book');
  const times = useTimes();
  const [open, setOpen] = useState(false);
  const facts = readEntry(entry);
  const detailsId = `entry-${entry.seq}`;
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-expanded={open}
        aria-controls={detailsId}
        onClick={() => setOpen(!open)}
      >
        <Mark state={MARKS[entry.type] ?? 'open'} size={26} silent />
        <span className={styles.words}>
          <EntryTitle entry={entry} facts={facts} />
          <span className={styles.small}>
            <bdi dir="ltr">#{entry.seq}</bdi> · {times.moment(entry.atMs)}
          </span>
        </span>
        {facts.dice === null ? null : <Dice values={facts.dice} size={22} />}
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className={styles.chevron}
          data-open={open || undefined}
        />
      </button>
      {open ? (
        <div id={detailsId} className={styles.details}>
          <p className={styles.label}>{t('hash')}</p>
          <p className={styles.hex}>{entry.hash}</p>
          <p className={styles.label}>{t('asLogged')}</p>
          <pre className={styles.body}>{prettyBody(entry.body)}</pre>
          {facts.drawId === null ? null : (
            <ButtonLink look="quiet" wide to={paths.verify({ draw: facts.drawId })}>
              {t('checkDraw')}
            </ButtonLink>
          )}
        </div>
      ) : null}
    </li>
  );
}

function EntryTitle({ entry, facts }: { entry: BookEntry; facts: EntryFacts }) {
  const t = useTranslations('book');
  switch (entry.type) {
    case 'draw':
    case 'seal':
    case 'void':
      return (
        <span className={styles.title}>
          {t(`entry.${entry.type}`)}{' '}
          <bdi dir="ltr" className={styles.id}>
            {facts.drawId}
          </bdi>
          {entry.type === 'seal' ? (
            <span className={styles.count}>{t('slips', { count: Number(facts.count ?? 0) })}</span>
          ) : null}
        </span>
      );
    case 'table':
      return (
        <span className={styles.title}>
          {t('entry.table', { key: facts.key ?? '' })}
          <span className={styles.count}>{t('fromPeriod', { period: facts.firstPeriod ?? '' })}</span>
        </span>
      );
    case 'switch':
      return (
        <span className={styles.title}>
          {t(facts.state === 'off' ? 'entry.switchOff' : 'entry.switchOn', { what: facts.what ?? '' })}
          <span className={styles.count}>{facts.reason}</span>
        </span>
      );
    default:
      return <span className={styles.title}>{entry.type}</span>;
  }
}
