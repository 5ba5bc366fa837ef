import type { InviteBatch } from '../../api/members/invites.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { useMay } from '../../features/session/store.ts';
import { MakeInvites } from './make-invites.tsx';

type Row = InviteBatch & { key: string };

/** Batches of the house's invites, newest first. */
export function InviteList() {
  const t = useText();
  const may = useMay();
  return (
    <ListPage<Row>
      title={t('invites.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/invites/${key}/show`}
      nameOf={({ purpose }) => purpose}
      empty={t('invites.empty')}
      filters={may('POST /api/console/invites') ? <MakeInvites /> : undefined}
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  return [
    { key: 'purpose', label: t('invites.purpose'), cell: () => null },
    { key: 'by', label: t('invites.by'), cell: ({ madeBy }) => madeBy.name },
    { key: 'at', label: t('invites.at'), cell: ({ createdAtMs }) => times.minute(createdAtMs) },
    { key: 'expires', label: t('invites.expires'), cell: ({ expiresAtMs }) => times.minute(expiresAtMs) },
    { key: 'used', label: t('invites.used'), atEnd: true, cell: ({ used, invites }) => `${used} / ${invites}` },
    { key: 'open', label: t('invites.open'), atEnd: true, cell: ({ open }) => open },
  ];
}
