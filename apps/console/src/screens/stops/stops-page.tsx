import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ListedStop, readStops, type Stoppable } from '../../api/house/stops.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { EmptyList, LoadingList } from '../../features/list/list-states.tsx';
import { Failed } from '../../features/problems/failed.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { EndDialog } from './end-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { StopFacts } from './stop-facts.tsx';

/** Stops of betting: those in force, all of the past, and the proposals of a new one and of an end. */
export function StopsPage() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['stops'],
    queryFn: ({ signal }) => readStops(signal),
    retry: false,
  });
  return (
    <Stack spacing={2}>
      <PageHead title={t('stops.title')} about={t('stops.about')}>
        {data === undefined ? null : <StopDialog stoppable={data.stoppable} />}
      </PageHead>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <LoadingList columns={3} /> : null}
      {data === undefined ? null : <Present stoppable={data.stoppable} />}
      {data === undefined ? null : <Past stops={data.items} />}
    </Stack>
  );
}

function Present({ stoppable }: { stoppable: readonly Stoppable[] }) {
  const t = useText();
  const stopped = stoppable.filter(({ stop }) => stop !== null);
  if (stopped.length === 0) return <Typography color="textSecondary">{t('stops.none')}</Typography>;
  return stopped.map((one) => (
    <Section key={one.what} title={one.name ?? t('stops.all')} actions={<EndDialog stoppable={one} />}>
      {one.stop === null ? null : <StopFacts stop={one.stop} />}
    </Section>
  ));
}

/** The log of stops and their ends, newest first. */
function Past({ stops }: { stops: readonly ListedStop[] }) {
  const t = useText();
  const times = useTimes();
  return (
    <Section title={t('stops.log')}>
      {stops.length === 0 ? <EmptyList text={t('stops.empty')} /> : null}
      <Stack spacing={1}>
        {stops.map((stop) => (
          <Card key={stop.entrySeq} variant="outlined">
            <CardContent>
              <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
                <Typography variant="h3">{stop.lottery ?? t('stops.all')}</Typography>
                <StateChip
                  tone={stop.present ? 'bad' : 'quiet'}
                  label={t(stop.isEnd ? 'stops.state.end' : stop.present ? 'stops.state.present' : 'stops.state.past')}
                />
              </Stack>
              <Facts>
                <Fact label={t('stops.written')}>{times.exact(stop.atMs)}</Fact>
              </Facts>
              <StopFacts stop={stop} />
            </CardContent>
          </Card>
        ))}
      </Stack>
    </Section>
  );
}
