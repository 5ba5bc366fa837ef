import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { LoggedAct } from '../../api/staff/audit.ts';
import { useActColumns } from '../../features/acts-log/act-columns.tsx';
import { useActName } from '../../features/acts-log/use-act-name.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { MemberLink, shortId } from '../../features/members/member-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { AuditFilters } from './audit-filters.tsx';
import { visitorOf } from './visitor-of.ts';

type Row = LoggedAct & { key: string };

/** All acts of staff, newest first. */
export function ActList() {
  const t = useText();
  const nameOf = useActName();
  const [act, who, at, why, change] = useActColumns();
  const columns: Column<Row>[] = [act, who, at, why, change].filter((one) => one !== undefined);
  columns.splice(3, 0, {
    key: 'member',
    label: t('audit.member'),
    cell: (row) => <About {...row} />,
  });
  columns.push({ key: 'seq', label: t('audit.seq'), cell: ({ key, address }) => <span title={address}>{key}</span> });
  return (
    <ListPage<Row>
      title={t('audit.title')}
      columns={columns}
      nameOf={(row) => nameOf(row.act)}
      empty={t('audit.empty')}
      filters={<AuditFilters />}
    />
  );
}

/** Member of an act, or its subject. A conversation with a visitor is shown beside the member. */
function About({ memberId, memberName, subject, subjectName }: Row) {
  const visitorId = visitorOf(subject);
  const visitor = visitorId === null ? null : <VisitorLink id={visitorId} />;
  if (memberId === null) return visitor ?? <Subject subject={subject} name={subjectName} />;
  return (
    <>
      <MemberLink memberId={memberId}>{memberName || shortId(memberId)}</MemberLink> {visitor}
    </>
  );
}

/** Subject of an act: a person by name, anything else by a short id. The full id is in the tooltip. */
function Subject({ subject, name }: { subject: string | null; name: string | null }) {
  if (subject === null) return '–';
  if (name !== null) return <span title={subject}>{name}</span>;
  const [kind = '', id] = subject.split('/');
  return <span title={subject}>{id === undefined ? kind : `${kind} ${id.length > 16 ? shortId(id) : id}`}</span>;
}

/** Link to a conversation with a visitor, for roles that may read it. */
function VisitorLink({ id }: { id: string }) {
  const t = useText();
  const may = useMay();
  const name = t('visitors.one', { number: shortId(id) });
  if (!may('GET /api/console/visitor-threads/{id}')) return name;
  return (
    <Link component={RouterLink} to={`/visitors/${id}/show`} title={id}>
      {name}
    </Link>
  );
}
