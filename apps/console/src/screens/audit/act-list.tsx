import { type ActRow, useActColumns } from '../../features/acts-log/act-columns.tsx';
import { useActName } from '../../features/acts-log/use-act-name.ts';
import { useText } from '../../features/language/use-text.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { MemberLink, shortId } from '../../features/members/member-link.tsx';
import { AuditFilters } from './audit-filters.tsx';

/** All acts of staff, newest first. */
export function ActList() {
  const t = useText();
  const nameOf = useActName();
  const [act, who, at, why, change] = useActColumns();
  const columns = [act, who, at, why, change].filter((one) => one !== undefined);
  columns.splice(3, 0, {
    key: 'member',
    label: t('audit.member'),
    cell: ({ memberId, subject }) =>
      memberId === null ? (
        <Subject subject={subject} />
      ) : (
        <MemberLink memberId={memberId}>{shortId(memberId)}</MemberLink>
      ),
  });
  columns.push({ key: 'seq', label: t('audit.seq'), cell: ({ key, address }) => <span title={address}>{key}</span> });
  return (
    <ListPage<ActRow>
      title={t('audit.title')}
      columns={columns}
      nameOf={(row) => nameOf(row.act)}
      empty={t('audit.empty')}
      filters={<AuditFilters />}
    />
  );
}

/** Subject of an act. Shows a short id; the full one is in the tooltip. */
function Subject({ subject }: { subject: string | null }) {
  if (subject === null) return '–';
  const [kind = '', id] = subject.split('/');
  return <span title={subject}>{id === undefined ? kind : `${kind} ${id.length > 16 ? shortId(id) : id}`}</span>;
}
