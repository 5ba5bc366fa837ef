import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Lottery } from '../../api/house/lotteries.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { BackLink } from '../../features/pages/back-link.tsx';
import { useMay } from '../../features/session/store.ts';
import { ShowPage } from '../../features/show/show-page.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { DisplayDialog } from './display-dialog.tsx';
import { LotteryState } from './lottery-state.tsx';
import { RetireDialog } from './retire-dialog.tsx';
import { TableFacts } from './table-facts.tsx';

/** One lottery: its presentation, current table, and published future tables. */
export function LotteryShow() {
  return <ShowPage<Lottery>>{(lottery) => <Whole lottery={lottery} />}</ShowPage>;
}

function Whole({ lottery }: { lottery: Lottery }) {
  const t = useText();
  const may = useMay();
  const times = useTimes();
  const { key, name, table, coming } = lottery;
  return (
    <Stack spacing={2}>
      <BackLink to="/lotteries">{t('lotteries.title')}</BackLink>
      <PageHead title={name} about={key}>
        <LotteryState lottery={lottery} />
        <RetireDialog lottery={lottery} />
        {lottery.retired === null && may('POST /api/console/lotteries/{key}/tables') ? (
          <Button component={Link} to={`/lotteries/${key}`} variant="contained">
            {t('lotteries.propose')}
          </Button>
        ) : null}
      </PageHead>
      <Section title={t('lotteries.showing')} actions={<DisplayDialog lottery={lottery} />}>
        <Facts>
          <Fact label={t('lotteries.name')}>{name}</Fact>
          <Fact label={t('lotteries.description')}>{lottery.description || '–'}</Fact>
          <Fact label={t('lotteries.class')}>{lottery.class}</Fact>
          <Fact label={t('lotteries.period')}>{t('rules.seconds', { seconds: lottery.periodSeconds })}</Fact>
          <Fact label={t('lotteries.hot')}>{t(lottery.hot ? 'lotteries.yes' : 'lotteries.no')}</Fact>
          <Fact label={t('lotteries.position')}>{lottery.position}</Fact>
          <Fact label={t('lotteries.hidden')}>{t(lottery.hidden ? 'lotteries.yes' : 'lotteries.no')}</Fact>
        </Facts>
      </Section>
      {coming.map((next) => (
        <Section
          key={next.hash}
          title={t('lotteries.comingFrom', { period: next.firstPeriod, from: times.minute(next.opensAtMs) })}
        >
          <TableFacts name={name} table={next} />
        </Section>
      ))}
      <Section title={t('lotteries.rules')}>
        {table === null ? (
          <Typography color="textSecondary">{t('lotteries.noTable')}</Typography>
        ) : (
          <TableFacts name={name} table={table} />
        )}
      </Section>
    </Stack>
  );
}
