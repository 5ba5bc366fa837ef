import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PaymentLogo } from '../../api/payment-logos.ts';
import { useText } from '../../features/language/use-text.ts';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Column } from '../../features/list/rows.tsx';
import { useMay } from '../../features/session/store.ts';
import { StateChip } from '../../ui/state-chip.tsx';
import { LogoDialog } from './logo-dialog.tsx';

type Row = PaymentLogo & { key: string };

/** By what the club can be paid, in the order in which it is shown; hidden ones too. */
export function LogoList() {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState(false);
  return (
    <>
      <ListPage<Row>
        title={t('logos.title')}
        columns={useColumns()}
        nameOf={({ name }) => name}
        empty={t('logos.empty')}
        filters={
          may('POST /api/console/payment-logos') ? (
            <Button variant="contained" onClick={() => setOpen(true)}>
              {t('logos.create')}
            </Button>
          ) : undefined
        }
      />
      {open ? <LogoDialog known={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const may = useMay();
  return [
    { key: 'name', label: t('logos.name'), cell: () => null },
    { key: 'place', label: t('logos.place'), atEnd: true, cell: ({ place }) => place },
    { key: 'picture', label: t('logos.picture'), cell: (logo) => <LogoPicture logo={logo} /> },
    {
      key: 'state',
      label: t('list.state'),
      cell: ({ hidden }) => (
        <StateChip tone={hidden ? 'quiet' : 'good'} label={t(hidden ? 'logos.hidden' : 'logos.shown')} />
      ),
    },
    ...(may('PUT /api/console/payment-logos/{id}')
      ? [{ key: 'acts', label: t('list.acts'), cell: (row: Row) => <Change known={row} /> }]
      : []),
  ];
}

/** A hidden one's own picture is handed out to nobody. */
function LogoPicture({ logo: { id, made, version, hidden } }: { logo: Row }) {
  const t = useText();
  if (made !== null) return t(`logos.made.${made}`);
  if (version === null || hidden) return t('logos.own');
  return (
    <img
      src={`/api/payment-logos/${id}/picture?v=${version}`}
      alt={t('logos.own')}
      style={{ display: 'block', maxInlineSize: 120, maxBlockSize: 40, borderRadius: 4 }}
    />
  );
}

function Change({ known }: { known: Row }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        onClick={() => setOpen(true)}
        aria-label={t('logos.changeOne', { name: known.name })}
      >
        {t('logos.change')}
      </Button>
      {open ? <LogoDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
