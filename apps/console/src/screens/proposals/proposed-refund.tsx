import type { Proposal } from '../../api/staff/proposals.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

export interface ProposedRefundProps {
  member: Proposal['member'];
  refund: { memberId: string; purchaseId: string; priceMinor: string };
}

/** Proposed refund: member and price. */
export function ProposedRefund({ member, refund: { memberId, purchaseId, priceMinor } }: ProposedRefundProps) {
  const t = useText();
  const money = useMoney();
  return (
    <Facts>
      <Fact label={t('purchases.price')}>{money(priceMinor)}</Fact>
      <Fact label={t('purchases.member')}>
        <MemberName memberId={memberId} name={member?.name ?? ''} />
      </Fact>
      <Fact label={t('purchases.one')}>{purchaseId}</Fact>
    </Facts>
  );
}
