import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type LedgerFaults, listLedgerFaults } from '../../api/money/ledger-faults.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { EmptyList, LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { ClosedCard } from './closed-card.tsx';
import { FaultCard } from './fault-card.tsx';

/** Faults found by the reconciliation, what they closed, and how two people reopen it. */
export function LedgerFaultsPage() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger-faults'],
    queryFn: ({ signal }) => listLedgerFaults(signal),
    retry: false,
  });
  return (
    <Stack spacing={2}>
      <PageHead title={t('faults.title')} about={t('faults.about')} />
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingList columns={3} /> : null}
      {data === undefined ? null : <Faults found={data} />}
    </Stack>
  );
}

function Faults({ found }: { found: LedgerFaults }) {
  const t = useText();
  const times = useTimes();
  const { closed, unprovenDraws, items } = found;
  return (
    <>
      {closed.map((one) => (
        <ClosedCard key={one.subject} closed={one} />
      ))}
      {unprovenDraws.length === 0 ? null : (
        <Section title={t('faults.draws')}>
          {unprovenDraws.map(({ drawId, step, what, atMs }) => (
            <Typography key={`${drawId}/${step}/${what}`}>
              {t('faults.draw', { draw: drawId, step, what, at: times.exact(atMs) })}
            </Typography>
          ))}
        </Section>
      )}
      {items.length === 0 ? <EmptyList text={t('faults.empty')} /> : null}
      {items.map((fault) => (
        <FaultCard key={fault.id} fault={fault} />
      ))}
    </>
  );
}
