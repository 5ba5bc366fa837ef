import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { limitsQuery } from '../../../api/account/limits.ts';
import type { Limit, LimitKind } from '../../../api/shared/types.ts';
import { useMoneyText } from '../../../features/house/use-money.ts';
import { useSpanText } from '../../../features/limits/use-span-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Fact, Facts } from '../../../ui/facts/facts.tsx';
import { useSessionLeft } from '../bounds/use-session-left.ts';
import { ofPlay } from './own-limits.ts';
import styles from './rules.module.css';

/** The member's own limits on play with what is left of each, and a link to change them. Nothing until they load. */
export function OwnLimits() {
  const t = useTranslations('tableRules');
  const kinds = useTranslations('limits.sheet');
  const text = useLeftText();
  const { data } = useQuery(limitsQuery());
  if (data === undefined) return null;
  const limits = ofPlay(data.limits);
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t('ownLimits')}</h3>
      {limits.length === 0 ? (
        <p>{t('noOwnLimits')}</p>
      ) : (
        <Facts>
          {limits.map((limit) => (
            <Fact key={limit.kind} label={kinds(limit.kind)}>
              <bdi>{text(limit)}</bdi>
            </Fact>
          ))}
        </Facts>
      )}
      <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
        {t('changeLimits')}
      </ButtonLink>
    </section>
  );
}

const IN_MINUTES: ReadonlySet<LimitKind> = new Set(['session', 'check']);

/** Formats a limit with what is left of it: "15.00 credits of 25.00 credits left". */
function useLeftText(): (limit: Limit & { value: string }) => string {
  const t = useTranslations('tableRules');
  const money = useMoneyText();
  const span = useSpanText();
  const sessionLeft = useSessionLeft();
  return ({ kind, value, leftMinor }) => {
    const limit = IN_MINUTES.has(kind) ? span.minutes(Number(value)) : money(value);
    const left = kind === 'session' ? sessionLeft : leftMinor === null ? null : money(leftMinor);
    // A slip has the whole limit of a slip.
    return left === null || kind === 'stake-slip' ? limit : t('leftOf', { left, limit });
  };
}
