import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { statementQuery } from '../../../api/money/statement.ts';
import type { Statement, StatementLine } from '../../../api/shared/types.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { Days } from '../../../features/lists/days.tsx';
import { EndlessQuery } from '../../../features/lists/endless-query.tsx';
import { countFilters, filterOf, useFilter } from '../../../features/records/use-filter.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Mark } from '../../../ui/mark/mark.tsx';
import { Notice } from '../../../ui/notice/notice.tsx';
import { Line } from './line.tsx';
import { LineSheet } from './line-sheet.tsx';
import styles from './statement.module.css';

/** All movements of the balance, newest first, each with the resulting balance. */
export function StatementPart() {
  const { asked, ask } = useFilter('statement');
  const [opened, setOpened] = useState<StatementLine | null>(null);
  const query = useInfiniteQuery(statementQuery(filterOf(asked)));
  const count = countFilters(asked);
  return (
    <>
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
      {filtered ? undefined : <p>{t('noneText')}</p>}
    </Notice>
  );
}
