import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleStop from 'lucide-react/icons/circle-stop';
import KeyRound from 'lucide-react/icons/key-round';
import ListChecks from 'lucide-react/icons/list-checks';
import Power from 'lucide-react/icons/power';
import Rows3 from 'lucide-react/icons/rows-3';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BookEntry } from '../../../api/shared/types.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Dice } from '../../../ui/dice/dice.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import styles from './entry-row.module.css';
import { EntryTitle } from './entry-title.tsx';
import { prettyBody, readEntry } from './read-entry.ts';

const MARKS: Record<string, MarkState> = { draw: 'drawn', seal: 'sealed', void: 'void' };
const ICONS: Record<string, typeof Scale> = {
  table: Rows3,
  switch: Power,
  stop: CircleStop,
  liabilities: Scale,
  rule: ScrollText,
  'notice-of-change': KeyRound,
  'audit-head': ListChecks,
};

/** One entry. A tap shows its hash and its logged body. */
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
        <Sign type={entry.type} />
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

/** Icon of an entry's type. Entries of a draw carry the mark of the draw's state. */
function Sign({ type }: { type: string }) {
  const Icon = ICONS[type];
  if (Icon === undefined) return <Mark state={MARKS[type] ?? 'open'} size={26} silent />;
  return (
    <span className={styles.icon}>
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}
