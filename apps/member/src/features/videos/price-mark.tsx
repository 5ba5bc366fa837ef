import Check from 'lucide-react/icons/check';
import Lock from 'lucide-react/icons/lock';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../api/shared/clock.ts';
import type { VideoCard } from '../../api/shared/types.ts';
import { classNames } from '../../ui/class-names.ts';
import { useTimes } from '../../ui/format/use-times.ts';
import { usePriceText } from '../house/use-price-text.ts';
import styles from './marks.module.css';
import { priceMarkOf, spanOf } from './price-mark.ts';

const SIGN = { size: 13, strokeWidth: 2, 'aria-hidden': true } as const;

/** Price or condition of a title, in a few words. */
export function PriceMark({ video }: { video: Pick<VideoCard, 'access' | 'open' | 'boughtUntilMs'> }) {
  const t = useTranslations('video.mark');
  const price = usePriceText();
  const { minute } = useTimes();
  const span = useSpanText();
  const mark = priceMarkOf(video, serverClock.now());
  switch (mark.says) {
    case 'bought':
      return (
        <span className={classNames(styles.mark, styles.good)}>
          <Check {...SIGN} />
          {t('bought', { until: minute(mark.untilMs) })}
        </span>
      );
    case 'free':
      return <span className={classNames(styles.mark, styles.good)}>{t('free')}</span>;
    case 'included':
      return (
        <span className={classNames(styles.mark, styles.good)}>
          <Check {...SIGN} />
          {t('included')}
        </span>
      );
    case 'balance':
      return (
        <span className={styles.mark}>
          {mark.open === false ? <Lock {...SIGN} /> : null}
          {t('balance', { amount: price(mark.balanceMinor) })}
        </span>
      );
    case 'price':
      return (
        <span className={styles.mark}>{t('price', { amount: price(mark.priceMinor), span: span(mark.hours) })}</span>
      );
  }
}

/** Formats a duration in hours: "48 hours", "30 days". */
export function useSpanText(): (hours: number) => string {
  const t = useTranslations('video.span');
  return (hours) => {
    const { unit, count } = spanOf(hours);
    return t(unit, { count });
  };
}

/** Minimum age of a title. */
export function AgeMark({ age }: { age: number }) {
  const t = useTranslations('video');
  return (
    <span className={styles.age}>
      <span aria-hidden="true" dir="ltr">
        {age}+
      </span>
      <span className="visually-hidden">{age === 0 ? t('ageAll') : t('ageFrom', { age })}</span>
    </span>
  );
}
