import Download from 'lucide-react/icons/download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { PlayNote } from '../house/play-note.tsx';
import styles from '../lists/record-page.module.css';
import { FilesSheet } from './files-sheet.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import keyStyles from './records.module.css';
import { countFilters, RECORD_KINDS, type RecordKind, useFilter } from './use-filter.ts';

interface RecordsPageProps {
  title: string;
  kind: RecordKind;
  onRefresh(): Promise<unknown>;
  /** The list of the kind. It reads the filter from the URL. */
  children: ReactNode;
}

/** Everything about the member's money in one place: transactions, top-ups, withdrawals and bets, with one filter. */
export function RecordsPage({ title, kind, onRefresh, children }: RecordsPageProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { asked, ask } = useFilter(kind);
  const [sheet, setSheet] = useState<'filter' | 'files' | null>(null);
  const count = countFilters(asked);
  return (
    <Screen title={title} back={paths.mine()} onRefresh={onRefresh}>
      <div className={styles.page}>
        <Segments
          label={t('account.parts')}
          value={kind}
          options={RECORD_KINDS.map((value) => ({ value, label: t(`account.tabs.${value}`) }))}
          onChange={(next) => {
            // The period stays; states and types differ from kind to kind.
            const { from, to } = asked;
            const tab = next === 'statement' ? undefined : next;
            if (next !== kind) void navigate(paths.account({ tab, from, to }), { replace: true });
          }}
        />
        <div className={keyStyles.keys}>
          <Button look="quiet" onClick={() => setSheet('filter')}>
            <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('statement.filter.open', { count })}
          </Button>
          <Button look="quiet" onClick={() => setSheet('files')}>
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('statement.files.open')}
          </Button>
        </div>
        {children}
        <PlayNote />
      </div>
      <FilterSheet open={sheet === 'filter'} kind={kind} asked={asked} onAsk={ask} onClose={() => setSheet(null)} />
      <FilesSheet open={sheet === 'files'} kind={kind} asked={asked} onClose={() => setSheet(null)} />
    </Screen>
  );
}
