import Typography from '@mui/material/Typography';
import type { Member } from '../../api/members/members.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { useBreakText } from '../../features/members/use-break-text.ts';
import { useLimitText } from '../../features/members/use-limit-text.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { Section } from '../../ui/section.tsx';

type Limit = Member['limits']['limits'][number];

/** The member's own limits. Staff enter stricter ones only when the member asks (`LimitDialog`). */
export function Limits({ limits }: Pick<Member, 'limits'>) {
  const t = useText();
  const breakText = useBreakText();
  const { exclusion } = limits;
  const set = limits.limits.filter(({ value, asked: requested }) => value !== null || requested !== null);
  return (
    <Section title={t('members.limits')}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('members.limitsAbout')}
      </Typography>
      {exclusion === null ? null : (
        <Typography sx={{ mb: 1.5, color: 'warning.main', fontWeight: 600 }}>{breakText(exclusion)}</Typography>
      )}
      {set.length === 0 ? <Typography>{t('members.noLimits')}</Typography> : null}
      <Facts>
        {set.map((limit) => (
          <LimitFact key={limit.kind} limit={limit} />
        ))}
      </Facts>
    </Section>
  );
}

function LimitFact({ limit }: { limit: Limit }) {
  const t = useText();
  const money = useMoney();
  const times = useTimes();
  const { kind, value, usedMinor, asked: requested } = limit;
  const limitText = useLimitText();
  const written = (one: string | null) => limitText(kind, one);
  return (
    <Fact label={t(`members.limit.${kind}`)}>
      {written(value)}
      {usedMinor === null ? null : (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {t('members.limitUsed', { amount: money(usedMinor) })}
        </Typography>
      )}
      {requested === null ? null : (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {t('members.limitAsked', { value: written(requested.value), at: times.minute(requested.confirmableAtMs) })}
        </Typography>
      )}
    </Fact>
  );
}
