import { VISITOR_FILTERS, VISITOR_TOPICS, type VisitorThread } from '../../api/members/visitors.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { useListContext } from '../../features/list/list-context.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { NumberSearch } from './number-search.tsx';
import { RecoveryChip } from './recovery-chip.tsx';
import { useVisitorNews } from './use-visitor-news.ts';

type Row = VisitorThread & { key: string };

const TEXT_SHOWN = 90;

/** Conversations with visitors, longest waiting first. */
export function VisitorList() {
  const t = useText();
  return (
    <ListPage<Row>
      title={t('visitors.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/visitors/${key}/show`}
      nameOf={({ number }) => number}
      empty={t('visitors.empty')}
      filters={
        <>
          <ListNews />
          <NumberSearch />
          <StateFilter
            label={t('visitors.topic')}
            name="topic"
            all={t('list.all')}
            options={VISITOR_TOPICS.map((topic) => ({ value: topic, label: t(`visitors.about.${topic}`) }))}
          />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={VISITOR_FILTERS.map((state) => ({ value: state, label: t(`desk.state.${state}`) }))}
          />
        </>
      }
    />
  );
}

/** Refetches the list when the queues of visitors have changed. */
function ListNews() {
  const { refetch } = useListContext();
  useVisitorNews(() => void refetch());
  return null;
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'number', label: t('visitors.number'), cell: () => null },
    { key: 'topic', label: t('visitors.topic'), cell: ({ topic }) => t(`visitors.about.${topic}`) },
    { key: 'contact', label: t('visitors.contact'), cell: ({ contact }) => contact },
    {
      key: 'waits',
      label: t('desk.waits'),
      cell({ waitsSinceMs, state }) {
        if (waitsSinceMs !== null) return times.distance(waitsSinceMs, Date.now());
        return state === 'closed' ? t('desk.is.closed') : '–';
      },
    },
    {
      key: 'request',
      label: t('visitors.request'),
      cell: ({ recoveryState }) => (recoveryState === null ? '–' : <RecoveryChip state={recoveryState} />),
    },
    {
      key: 'text',
      label: t('desk.lastWords'),
      cell: ({ lastText }) => (lastText.length > TEXT_SHOWN ? `${lastText.slice(0, TEXT_SHOWN)}…` : lastText),
    },
  ];
}
