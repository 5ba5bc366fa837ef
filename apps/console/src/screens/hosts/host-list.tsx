import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { readCities } from '../../api/library/cities.ts';
import { HOST_STATES, type Host } from '../../api/library/hosts.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import type { Column } from '../../features/list/columns.ts';
import { ExportButton } from '../../features/list/export-button.tsx';
import { ListPage } from '../../features/list/list-page.tsx';
import type { Narrowing } from '../../features/list/narrowing.ts';
import { SearchFilter } from '../../features/list/search-filter.tsx';
import { StateFilter } from '../../features/list/state-filter.tsx';
import { useMay } from '../../features/session/store.ts';
import { useHouseWords } from '../../features/words/use-house-words.ts';
import { HostChip } from './host-chip.tsx';
import { useHostName } from './use-host-name.ts';

const NARROWING: readonly Narrowing[] = [{ kind: 'days', label: 'list.added' }];

type Row = Host & { key: string };

/** Hosts of all cities with their unmet requirements, newest first. */
export function HostList() {
  const t = useText();
  const may = useMay();
  const nameOf = useHostName();
  const words = useHouseWords();
  const { data: cities = [] } = useQuery({
    queryKey: ['cities', 'named'],
    queryFn: ({ signal }) => readCities(signal),
  });
  return (
    <ListPage<Row>
      title={t('hosts.title')}
      columns={useColumns()}
      linkOf={({ key }) => `/hosts/${key}/show`}
      nameOf={nameOf}
      empty={t('hosts.empty')}
      narrowing={NARROWING}
      filters={
        <>
          <SearchFilter label={t('hosts.search')} />
          <StateFilter
            label={t('hosts.city')}
            name="cityId"
            all={t('list.all')}
            options={cities.map(({ id, texts }) => ({ value: id, label: words(texts, 'name') }))}
          />
          <StateFilter
            label={t('list.state')}
            all={t('list.all')}
            options={HOST_STATES.map((state) => ({ value: state, label: t(`hosts.state.${state}`) }))}
          />
          <ExportButton path="/api/console/hosts.csv" />
          {may('POST /api/console/hosts') ? (
            <Button component={Link} to="/hosts/create" variant="contained">
              {t('hosts.create')}
            </Button>
          ) : null}
        </>
      }
    />
  );
}

function useColumns(): Column<Row>[] {
  const t = useText();
  const words = useHouseWords();
  const times = useTimes();
  return [
    { key: 'name', label: t('hosts.name'), cell: () => null },
    { key: 'city', label: t('hosts.city'), cell: ({ city }) => words(city, 'name') },
    {
      key: 'services',
      label: t('hosts.services'),
      cell: ({ services }) => services.map((one) => t(`hosts.service.${one}`)).join(', '),
    },
    {
      key: 'unmet',
      label: t('hosts.unmet'),
      cell: ({ unmet }) => (unmet.length === 0 ? '–' : unmet.map((one) => t(`hosts.requirement.${one}`)).join(', ')),
    },
    { key: 'added', label: t('list.added'), sort: 'added', cell: ({ createdAtMs }) => times.minute(createdAtMs) },
    { key: 'waits', label: t('hosts.waits'), cell: (host) => waitingOf(host, t) },
    { key: 'state', label: t('list.state'), cell: (host) => <HostChip host={host} /> },
  ];
}

/** What of a host waits for review. */
function waitingOf(host: Host, t: ReturnType<typeof useText>): string {
  const waiting = [
    ...(host.draft === null ? [] : [t('hosts.waitsFor.words')]),
    ...(host.picturesWaiting === 0 ? [] : [t('hosts.waitsFor.pictures', { count: host.picturesWaiting })]),
    ...(host.verificationsWaiting === 0 ? [] : [t('hosts.waitsFor.verification')]),
    ...(host.reports === 0 ? [] : [t('hosts.waitsFor.reports', { count: host.reports })]),
  ];
  return waiting.length === 0 ? '–' : waiting.join(', ');
}
