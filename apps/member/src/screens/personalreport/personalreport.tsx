import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { reportQuery } from '../../api/money/statement.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { PlayNote } from '../../features/house/play-note.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { dayOf, faultOf, SPANS, type Span, type SpanName, spanOf } from '../../features/records/spans.ts';
import { paths } from '../../paths.ts';
import { isDay } from '../../ui/format/is-day.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { CustomSpan } from './custom-span.tsx';
import styles from './report.module.css';
import { Found } from './report-found.tsx';

/** `/Personalreport?span&from&to`: amounts staked, won, topped up and withdrawn in a date range. */
export function Personalreport() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [nowMs] = useState(() => serverClock.now());
  const name: SpanName = SPANS.find((one) => one === search.get('span')) ?? 'week';
  const span = name === 'own' ? ownSpan(search, nowMs) : spanOf(name, nowMs);
  const fault = faultOf(span);
  const { data, error, refetch } = useQuery({ ...reportQuery(span), enabled: fault === null });

  function show(next: SpanName, own: Span = span): void {
    setSearch(next === 'own' ? { span: next, ...own } : { span: next }, { replace: true });
  }

  return (
    <Screen
      title={t('titles.personalreport')}
      back={paths.mine()}
      onRefresh={fault === null ? () => refetch({ throwOnError: true }) : undefined}
    >
      <div className={styles.page}>
        <Segments
          label={t('report.span')}
          value={name}
          options={SPANS.map((value) => ({ value, label: t(`report.spans.${value}`) }))}
          onChange={(next) => show(next)}
        />
        {name === 'own' ? (
          <CustomSpan span={span} today={dayOf(nowMs)} fault={fault} onChange={(own) => show('own', own)} />
        ) : null}
        {fault !== null ? null : data !== undefined ? (
          <Found report={data} />
        ) : error === null ? (
          <Skeleton blocks={[92, 140, 200]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
        <PlayNote />
      </div>
    </Screen>
  );
}

function ownSpan(search: URLSearchParams, nowMs: number): Span {
  const week = spanOf('week', nowMs);
  return { from: dayIn(search.get('from') ?? week.from), to: dayIn(search.get('to') ?? week.to) };
}

/** Empty for an invalid date, since a date field accepts nothing else. */
function dayIn(text: string): string {
  return isDay(text) ? text : '';
}
