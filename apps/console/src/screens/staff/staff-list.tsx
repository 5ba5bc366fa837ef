import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { FirstSecrets, StaffAccount } from '../../api/staff/staff.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { useMay, useMe } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { AddStaffDialog } from './add-staff-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { StaffActs } from './staff-acts.tsx';

type Row = StaffAccount & { key: string };

/** Current and former staff. Generated credentials open in a dialog over the list. */
export function StaffList() {
  const t = useText();
  const may = useMay();
  const [isAdding, setIsAdding] = useState(false);
  const [secrets, setSecrets] = useState<FirstSecrets | null>(null);
  return (
    <>
      <ListPage<Row>
        title={t('staff.title')}
        columns={useColumns(setSecrets)}
        nameOf={({ name }) => name}
        empty={t('staff.empty')}
        filters={
          <>
            <StateFilter
              label={t('list.state')}
              all={t('list.all')}
              options={[{ value: 'working', label: t('staff.working') }]}
            />
            {may('POST /api/console/staff') ? (
              <Button variant="contained" onClick={() => setIsAdding(true)}>
                {t('staff.add')}
              </Button>
            ) : null}
          </>
        }
      />
      {isAdding ? <AddStaffDialog onDone={setSecrets} onClose={() => setIsAdding(false)} /> : null}
      {secrets === null ? null : <SecretDialog secrets={secrets} onClose={() => setSecrets(null)} />}
    </>
  );
}

function useColumns(onSecrets: (secrets: FirstSecrets) => void): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const me = useMe();
  const columns: Column<Row>[] = [
    { key: 'name', label: t('signIn.name'), cell: () => null },
    { key: 'role', label: t('staff.role'), cell: ({ role }) => t(`role.${role}`) },
    { key: 'code', label: t('staff.code'), cell: ({ hasCode }) => t(hasCode ? 'staff.codeYes' : 'staff.codeNo') },
    { key: 'created', label: t('staff.created'), cell: ({ createdAtMs }) => times.minute(createdAtMs) },
    {
      key: 'state',
      label: t('list.state'),
      cell: (one) => <StaffState staff={one} />,
    },
  ];
  if (!may('POST /api/console/staff/{staffId}/role')) return columns;
  const acts: Column<Row> = {
    key: 'acts',
    label: t('list.acts'),
    cell: (one) => {
      if (one.disabledAtMs !== null) return '–';
      return one.key === me.id ? t('staff.own') : <StaffActs staff={one} onSecrets={onSecrets} />;
    },
  };
  return [...columns, acts];
}

/** A new or moved account does not count as a second person yet; this shows it. */
function StaffState({ staff: { disabledAtMs, countsFromMs } }: { staff: StaffAccount }) {
  const t = useText();
  const times = useTimes();
  if (disabledAtMs !== null) {
    return <StateChip tone="quiet" label={t('staff.disabledAt', { at: times.minute(disabledAtMs) })} />;
  }
  const isNew = countsFromMs !== null && countsFromMs > Date.now();
  return (
    <>
      <StateChip tone="good" label={t('staff.working')} />
      {isNew ? (
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 0.5 }}>
          {t('staff.countsFrom', { at: times.minute(countsFromMs) })}
        </Typography>
      ) : null}
    </>
  );
}
