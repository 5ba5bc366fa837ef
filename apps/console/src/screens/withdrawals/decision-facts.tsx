import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReviewedWithdrawal } from '../../api/money/withdrawals.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMe } from '../../features/session/store.ts';
import { othersReviews } from '../../features/two-people/counting-review.ts';
import { FirstDecision } from '../../features/two-people/first-decision.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';

interface DecisionFactsProps {
  withdrawal: ReviewedWithdrawal;
  verdict: 'approve' | 'refuse';
  /** Explains the effect. */
  about: string;
}

/** What a decision on a withdrawal needs in view: whose it is, where it goes, and what the first person decided. */
export function DecisionFacts({ withdrawal, verdict, about }: DecisionFactsProps) {
  const t = useText();
  const me = useMe();
  const { userName, holder, payee, reviews } = withdrawal;
  return (
    <Stack spacing={2}>
      <Typography>{about}</Typography>
      <Facts>
        <Fact label={t('withdrawals.member')}>{userName}</Fact>
        <Fact label={t('withdrawals.holder')}>{holder}</Fact>
        <Fact label={t('withdrawals.payee')}>{`${payee.bankName} ${payee.masked}`}</Fact>
      </Facts>
      {othersReviews(reviews, me.id, verdict).map(({ staffId, staffName, reason, words, atMs }) => (
        <FirstDecision
          key={staffId}
          name={staffName}
          what={
            reason === null
              ? t(`withdrawals.verdict.${verdict}`)
              : `${t(`withdrawals.verdict.${verdict}`)}: ${t(`withdrawals.reason.${reason}`)}`
          }
          atMs={atMs}
          why={words}
        />
      ))}
    </Stack>
  );
}
