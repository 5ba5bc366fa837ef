import type { Proposal } from '../../api/staff/proposals.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

export interface ProposedCorrectionProps {
  id: string;
  member: Proposal['member'];
  correction: { memberId: string; direction: 'to-member' | 'from-member'; amountMinor: string; reference: string };
}

/** Proposed correction: member, direction, amount and purpose. */
export function ProposedCorrection({ id, member, correction }: ProposedCorrectionProps) {
  const t = useText();
  const money = useMoney();
  const { memberId, direction, amountMinor, reference } = correction;
  return (
    <Facts>
      <Fact label={t('corrections.amount')}>{money(amountMinor)}</Fact>
      <Fact label={t('corrections.direction')}>{t(`corrections.${direction}`)}</Fact>
      <Fact label={t('corrections.member')}>
        <MemberName memberId={memberId} name={member?.name ?? ''} />
      </Fact>
      <Fact label={t('corrections.reference')}>{reference}</Fact>
      <Fact label={t('corrections.id')}>{id}</Fact>
    </Facts>
  );
}
