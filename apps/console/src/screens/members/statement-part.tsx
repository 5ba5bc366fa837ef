import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { readStatement, type StatementLine } from '../../api/members/members.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Paged } from '../../features/list/paged.tsx';
import { Rows } from '../../features/list/rows.tsx';
import { useMay } from '../../features/session/store.ts';

type Row = StatementLine & { key: string };

/** The statement of the member's balance, as the member sees it. */
export function StatementPart({ memberId }: { memberId: string }) {
  const t = useText();
  const columns = useColumns(memberId);
  return (
    <Paged
      name={['statement', memberId]}
      read={(ask) => readStatement(memberId, ask)}
      empty={t('members.statement.empty')}
    >
      {(lines) => (
        <Rows<Row>
          title={t('members.part.statement')}
          columns={columns}
          rows={lines.map((line) => ({ ...line, key: line.id }))}
          nameOf={({ kind }) => t(`members.statement.kind.${kind}`)}
        />
      )}
    </Paged>
  );
}

function useColumns(memberId: string): Column<Row>[] {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  return [
    { key: 'kind', label: t('members.statement.what'), cell: () => null },
    { key: 'at', label: t('members.statement.at'), cell: ({ atMs }) => times.minute(atMs) },
    { key: 'of', label: t('members.statement.of'), cell: ({ of }) => <Of memberId={memberId} of={of} /> },
    {
      key: 'amount',
      label: t('members.statement.amount'),
      cell: ({ amountMinor }) => signed(money, amountMinor),
      atEnd: true,
    },
    { key: 'held', label: t('members.held'), cell: ({ heldMinor }) => signed(money, heldMinor), atEnd: true },
    {
      key: 'after',
      label: t('members.statement.after'),
      cell: ({ balanceAfterMinor }) => money(balanceAfterMinor),
      atEnd: true,
    },
  ];
}

/** Formats an amount with its sign; zero is a dash. */
function signed(money: (minor: string) => string, minor: string): string {
  if (minor === '0') return '–';
  return minor.startsWith('-') ? `−${money(minor.slice(1))}` : `+${money(minor)}`;
}

function Of({ memberId, of }: { memberId: string; of: StatementLine['of'] }) {
  const may = useMay();
  const t = useText();
  if (of === null) return '–';
  if (of.what === 'slip') return `${of.lotteryName}, ${of.period}`;
  if (of.what === 'top-up') return t('members.statement.topUp');
  if (!may('GET /api/console/members/{memberId}/withdrawals/{id}')) return t('members.statement.withdrawal');
  return (
    <Link component={RouterLink} to={`/withdrawals/${memberId}~${of.id}/show`}>
      {t('members.statement.withdrawal')}
    </Link>
  );
}
