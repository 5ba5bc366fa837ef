import type { LegalHold } from '../../api/members/legal-holds.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

interface HoldFactsProps {
  hold: LegalHold;
  /** Names the member, for a list that covers all members. */
  memberId?: string | undefined;
}

/** Who entered and confirmed a hold, and until when it lasts. */
export function HoldFacts({ hold, memberId }: HoldFactsProps) {
  const t = useText();
  const times = useTimes();
  const { proposedBy, proposedAtMs, confirmedBy, fromAtMs, expiresAtMs, liftedAtMs, userName } = hold;
  return (
    <Facts>
      {memberId === undefined ? null : (
        <Fact label={t('holds.member')}>
          <MemberName memberId={memberId} name={userName} />
        </Fact>
      )}
      <Fact label={t('holds.proposed')}>{`${proposedBy.name} · ${times.minute(proposedAtMs)}`}</Fact>
      <Fact label={t('holds.confirmed')}>
        {confirmedBy ? `${confirmedBy.name} · ${times.minute(fromAtMs ?? 0)}` : '–'}
      </Fact>
      <Fact label={t('holds.expires')}>{times.minute(expiresAtMs)}</Fact>
      <Fact label={t('holds.lifted')}>{liftedAtMs === null ? '–' : times.minute(liftedAtMs)}</Fact>
    </Facts>
  );
}
