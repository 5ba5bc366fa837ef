import { useInfiniteQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { statementQuery } from '../../../api/money/statement.ts';
import type { Statement, StatementLine } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { Days } from '../../../features/lists/days.tsx';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { FilesSheet } from './files-sheet.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { Line } from './line.tsx';
import { LineSheet } from './line-sheet.tsx';
import styles from './statement.module.css';
import { countFilters, filterOf, useFilter } from './use-filter.ts';

/** All movements of the balance, newest first, each with the resulting balance. */
export function StatementPart() {
  const t = useTranslations('statement');
  const { asked: wanted, ask } = useFilter();
  const [sheet, setSheet] = useState<'filter' | 'files' | null>(null);
  const [opened, setOpened] = useState<StatementLine | null>(null);
  const filter = filterOf(wanted);
  const query = useInfiniteQuery(statementQuery(filter));
  const count = countFilters(wanted);
  return (
    <>
      <div className={styles.keys}>
        <Button look="quiet" onClick={() => setSheet('filter')}>
          <SlidersHorizontal size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('filter.open', { count })}
        </Button>
        <Button look="quiet" onClick={() => setSheet('files')}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('files.open')}
        </Button>
      </div>
      <EndlessQuery
        query={query}
        blocks={[64, 64, 64, 64, 64]}
        empty={<Empty filtered={count > 0} onClear={() => ask({ groups: [] })} />}
      >
        {(lines) => (
          <>
            <Sums sums={query.data?.pages[0]?.sums ?? null} total={query.data?.pages[0]?.total ?? lines.length} />
            <Days items={lines}>{(line) => <Line key={line.id} line={line} onOpen={() => setOpened(line)} />}</Days>
          </>
        )}
      </EndlessQuery>
      <FilterSheet open={sheet === 'filter'} asked={wanted} onAsk={ask} onClose={() => setSheet(null)} />
      <FilesSheet open={sheet === 'files'} filter={filter} filtered={count > 0} onClose={() => setSheet(null)} />
      <LineSheet line={opened} onClose={() => setOpened(null)} />
    </>
  );
}

/** Sums of all lines that match the filter, not only the loaded ones. */
function Sums({ sums, total }: { sums: Statement['sums']; total: number }) {
  const t = useTranslations('statement');
  if (sums === null) return null;
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('in')}</dt>
        <dd>
          <Amount minor={sums.inMinor} sign="exceptZero" unit={false} />
        </dd>
      </div>
      <div>
        <dt>{t('out')}</dt>
        <dd>
          <Amount minor={withoutSign(sums.outMinor) === 0n ? 0n : -withoutSign(sums.outMinor)} unit={false} />
        </dd>
      </div>
      <div>
        <dt>{t('lines')}</dt>
        <dd>{t('count', { total })}</dd>
      </div>
    </dl>
  );
}

function withoutSign(minor: string): bigint {
  return BigInt(minor.replace('-', ''));
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  const t = useTranslations('statement');
  return (
    <Notice
      sign={<Mark state="open" size={48} silent />}
      title={t(filtered ? 'noneOfKind' : 'none')}
      actions={
        filtered ? (
          <Button look="quiet" onClick={onClear}>
            {t('filter.clear')}
          </Button>
        ) : undefined
      }
    >
      <p>{t('noneText')}</p>
    </Notice>
  );
}
