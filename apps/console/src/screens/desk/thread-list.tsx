import Chip from '@mui/material/Chip';
import { LABELS, SUBJECTS, THREAD_FILTERS, type Thread } from '../../api/members/desk.ts';
import { ThreadChip } from '../../features/conversations/thread-chip.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { MemberFilter } from '../../features/members/member-filter.tsx';
import { useMay } from '../../features/session/store.ts';
import { BulkThreads } from './bulk-threads.tsx';
import { InboxTabs } from './inbox-tabs.tsx';
import { LabelChips } from './label-chips.tsx';
import { ListNews } from './list-news.tsx';

type Row = Thread & { key: string };

const WORDS_SHOWN = 90;
const NARROWING: readonly Narrowing[] = [{ kind: 'member' }, { kind: 'days', label: 'desk.opened' }];

/** Conversations of all members, longest waiting first. */
export function ThreadList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('desk.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/desk/${key}/show`}
      nameOf={({ userName }) => userName}
      empty={t('desk.empty')}
      narrowing={NARROWING}
      {...(may('POST /api/console/desk/handling')
        ? { bulk: (threads, clear) => <BulkThreads threads={threads} onClear={clear} /> }
        : {})}
      filters={
        <>
          <ListNews />
          <InboxTabs />
          <MemberFilter />
          <StateFilter
            label={t('desk.subject')}
            name="subject"
            all={t('list.all')}
            options={SUBJECTS.map((subject) => ({ value: subject, label: t(`desk.about.${subject}`) }))}
          />
          <StateFilter
            label={t('desk.labels')}
            name="label"
            all={t('list.all')}
            options={LABELS.map((label) => ({ value: label, label: t(`desk.label.${label}`) }))}
          />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={THREAD_FILTERS.map((state) => ({ value: state, label: t(`desk.state.${state}`) }))}
          />
          <ExportButton path="/api/console/desk/threads.csv" />
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'member', label: t('desk.member'), cell: () => null },
    { key: 'subject', label: t('desk.subject'), cell: ({ subject }) => t(`desk.about.${subject}`) },
    {
      key: 'words',
      label: t('desk.lastWords'),
      cell: ({ lastWords, labels }) => (
        <>
          {lastWords === '' ? t('desk.aFile') : shortened(lastWords)}
          <LabelChips labels={labels} />
        </>
      ),
    },
    { key: 'opened', label: t('desk.opened'), sort: 'opened', cell: ({ openedAtMs }) => times.minute(openedAtMs) },
    { key: 'assigned', label: t('desk.assigned'), cell: ({ assignedTo }) => assignedTo?.name ?? '–' },
    {
      key: 'waits',
      label: t('desk.waits'),
      cell: ({ waitsSinceMs }) => (waitsSinceMs === null ? '–' : times.distance(waitsSinceMs, Date.now())),
    },
    {
      key: 'unread',
      label: t('desk.unread'),
      cell: ({ unread }) => (unread === 0 ? '–' : <Chip label={unread} color="primary" />),
    },
    { key: 'state', label: t('list.state'), cell: (thread) => <ThreadChip thread={thread} /> },
  ];
}

function shortened(words: string): string {
  return words.length > WORDS_SHOWN ? `${words.slice(0, WORDS_SHOWN)}…` : words;
}
