import type { Figures as FiguresAnswer } from '../../api/money/figures.ts';
import { RowsLink } from '../../features/figures/rows-link.tsx';
import { SmallTable } from '../../features/figures/small-table.tsx';
import { useCount } from '../../features/format/use-count.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { listAt } from '../../features/pages/page-paths.ts';
import { useMay } from '../../features/session/store.ts';
import type { Span } from './spans.ts';

type Times = NonNullable<FiguresAnswer['answers']>;

interface Row {
  key: string;
  label: string;
  times: Times;
  /** Address of the rows; null for a role that may not list them. */
  to: string | null;
}

interface WaitingPartProps {
  answers: Times | null;
  decisions: Times | null;
  span: Span;
}

/** How long members wait for a first answer and for the decision about a withdrawal. */
export function WaitingPart({ answers, decisions, span: { from, to } }: WaitingPartProps) {
  const t = useText();
  const { span } = useTimes();
  const may = useMay();
  const whole = useCount();
  const mayDesk = may('GET /api/console/desk/threads');
  const desk = mayDesk ? listAt('desk', { state: 'all', from, to }) : null;
  const withdrawals = listAt('withdrawals', { state: 'all', from, to });
  const rows: Row[] = [
    ...(answers ? [{ key: 'answers', label: t('figures.waiting.answers'), times: answers, to: desk }] : []),
    ...(decisions
      ? [{ key: 'decisions', label: t('figures.waiting.decisions'), times: decisions, to: withdrawals }]
      : []),
  ];
  const write = (ms: number | null) => (ms === null ? '–' : span(ms));
  const column = (key: string, label: string, of: (times: Times) => string) => ({
    key,
    label,
    cell: ({ label: row, times, to: rowsAt }: Row) =>
      rowsAt === null ? (
        of(times)
      ) : (
        <RowsLink to={rowsAt} about={`${row}, ${label}: ${of(times)}`}>
          {of(times)}
        </RowsLink>
      ),
  });
  return (
    <SmallTable<Row>
      title={t('figures.waiting.title')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'what', label: t('figures.waiting.what'), cell: ({ label }) => label },
        column('median', t('figures.waiting.median'), ({ medianMs }) => write(medianMs)),
        column('p90', t('figures.waiting.p90'), ({ p90Ms }) => write(p90Ms)),
        column('count', t('figures.waiting.count'), ({ count, isCut }) =>
          isCut ? t('figures.waiting.newest', { count: whole(count) }) : whole(count),
        ),
        column('open', t('figures.waiting.open'), ({ open }) => whole(open)),
      ]}
    />
  );
}
