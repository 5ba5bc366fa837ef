import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { drawQuery, lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { isNowhere } from '../../api/shared/problem.ts';
import type { DrawProof, Lottery } from '../../api/shared/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { markOfDraw } from '../../features/proof/draw-mark.ts';
import { paths } from '../../paths.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { RowLink, Rows } from '../../ui/row/row.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';

/** Offers the tables that have a period of this number. */
export function NumberChoice({ number }: { number: number }) {
  const t = useTranslations('verify');
  const lotteries = useQuery(lotteriesQuery());
  const reached = (lotteries.data?.items ?? []).filter(({ periodSeconds }) => isReached(number, periodSeconds));
  const requested = useQueries({
    queries: reached.map(({ key }) => ({ ...drawQuery(`${key}/${number}`), retry: false })),
  });
  if (lotteries.error !== null && lotteries.data === undefined) {
    return <Failed error={lotteries.error} onRetry={() => void lotteries.refetch()} />;
  }
  const failure = requested.find(({ error }) => error !== null && !isMissing(error))?.error;
  if (failure !== undefined && failure !== null) {
    return <Failed error={failure} onRetry={() => void Promise.all(requested.map((one) => one.refetch()))} />;
  }
  if (lotteries.data === undefined || requested.some(({ isPending }) => isPending))
    return <Skeleton blocks={[56, 56]} />;
  const found = reached.flatMap((lottery, at) => {
    const draw = requested[at]?.data;
    return draw === undefined ? [] : [{ lottery, draw }];
  });
  if (found.length === 0) {
    return (
      <Notice sign={<Mark state="open" size={40} silent />} title={t('noDraw')}>
        <p>{t('noNumberText', { number: String(number) })}</p>
      </Notice>
    );
  }
  return (
    <Section title={t('whichTable', { number: String(number) })}>
      <Rows>
        {found.map(({ lottery, draw }) => (
          <TableRow key={lottery.key} lottery={lottery} draw={draw} />
        ))}
      </Rows>
    </Section>
  );
}

function TableRow({ lottery, draw }: { lottery: Lottery; draw: DrawProof }) {
  const times = useTimes();
  return (
    <RowLink
      to={paths.verify({ draw: draw.drawId })}
      icon={<Mark state={markOfDraw(draw)} size={24} silent />}
      label={lottery.name}
      note={times.moment(draw.locksAtMs)}
    />
  );
}

/** A future period cannot be checked. Period numbers count from the epoch, so those of short periods are far higher. */
function isReached(number: number, periodSeconds: number): boolean {
  return number * periodSeconds * 1000 <= serverClock.now();
}

function isMissing(error: Error): boolean {
  return isNowhere(error);
}
