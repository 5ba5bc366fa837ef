import type { LoggedAct } from '../../api/staff/audit.ts';
import { useTimes } from '../format/use-times.ts';
import { useText } from '../language/use-text.ts';
import type { Column } from '../list/columns.ts';
import { ActChanges } from './act-changes.tsx';

/** An act in any list. The whole log also names its member. */
export type ActRow = Omit<LoggedAct, 'memberName' | 'subjectName'> & { key: string };

/** Table columns for acts of staff; the first names the act. */
export function useActColumns(): Column<ActRow>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'act', label: t('audit.act'), cell: () => null },
    { key: 'who', label: t('audit.who'), cell: ({ staff }) => staff?.name ?? t('audit.house') },
    {
      key: 'at',
      label: t('audit.at'),
      sort: 'at',
      cell: ({ atMs }) => <span title={times.exact(atMs)}>{times.minute(atMs)}</span>,
    },
    { key: 'why', label: t('audit.why'), cell: ({ why }) => why ?? '–' },
    {
      key: 'change',
      label: t('audit.change'),
      cell: ({ before, after }) => <ActChanges before={before} after={after} />,
    },
  ];
}
