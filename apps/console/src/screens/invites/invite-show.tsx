import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { Invite, WholeBatch } from '../../api/members/invites.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { Rows } from '../../features/list/rows.tsx';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip, type Tone } from '../../ui/state-chip.tsx';
import { RevokeInvite } from './revoke-invite.tsx';

const TONE: Record<Invite['state'], Tone> = { open: 'wait', used: 'good', expired: 'quiet', withdrawn: 'quiet' };

type Row = Invite & { key: string };

/** One batch: who joined with it, and which invites can be revoked. Codes are shown only at creation. */
export function InviteShow() {
  return <ShowPage<WholeBatch>>{(batch) => <Batch batch={batch} />}</ShowPage>;
}

function Batch({ batch }: { batch: WholeBatch }) {
  const t = useText();
  const times = useTimes();
  const may = useMay();
  const [taking, setTaking] = useState<number | 'all' | null>(null);
  const mayTake = may('POST /api/console/invites/{id}/withdraw');
  const rows = batch.items.map((item) => ({ ...item, key: String(item.nth) }));
  return (
    <Stack spacing={2}>
      <BackLink to="/invites">{t('invites.title')}</BackLink>
      <PageHead title={batch.purpose}>
        {mayTake && batch.open > 0 ? (
          <Button variant="outlined" color="error" onClick={() => setTaking('all')}>
            {t('invites.takeAll')}
          </Button>
        ) : null}
      </PageHead>
      <Section title={t('invites.what')}>
        <Facts>
          <Fact label={t('invites.by')}>{batch.madeBy.name}</Fact>
          <Fact label={t('invites.at')}>{times.exact(batch.createdAtMs)}</Fact>
          <Fact label={t('invites.expires')}>{times.exact(batch.expiresAtMs)}</Fact>
          <Fact label={t('invites.used')}>{`${batch.used} / ${batch.invites}`}</Fact>
        </Facts>
      </Section>
      <Rows<Row>
        title={t('invites.each')}
        columns={useColumns(mayTake ? setTaking : null)}
        rows={rows}
        nameOf={({ nth }) => t('invites.nth', { nth })}
      />
      <RevokeInvite id={batch.id} what={taking} onClose={() => setTaking(null)} />
    </Stack>
  );
}

function useColumns(take: ((nth: number) => void) | null): Column<Row>[] {
  const t = useText();
  const times = useTimes();
  const columns: Column<Row>[] = [
    { key: 'nth', label: t('invites.invite'), cell: () => null },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ state }) => <StateChip tone={TONE[state]} label={t(`invites.state.${state}`)} />,
    },
    { key: 'who', label: t('invites.joined'), cell: ({ usedBy }) => usedBy?.userName ?? '–' },
    {
      key: 'when',
      label: t('invites.when'),
      cell: ({ usedAtMs }) => (usedAtMs === null ? '–' : times.minute(usedAtMs)),
    },
  ];
  if (take === null) return columns;
  return [
    ...columns,
    {
      key: 'acts',
      label: t('list.acts'),
      cell: ({ nth, state }) =>
        state === 'open' ? (
          <Button size="small" color="error" onClick={() => take(nth)} aria-label={t('invites.takeOne', { nth })}>
            {t('invites.take')}
          </Button>
        ) : (
          '–'
        ),
    },
  ];
}
