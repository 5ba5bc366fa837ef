import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { LedgerFault } from '../../api/money/ledger-faults.ts';
import { useMoney } from '../../features/format/use-money.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';
import { MemberName } from '../../features/members/member-name.tsx';
import { Fact, Facts } from '../../ui/fact.tsx';
import { StateChip } from '../../ui/state-chip.tsx';

/** One fault: kind, subject, and whether two people have reviewed it. */
export function FaultCard({ fault }: { fault: LedgerFault }) {
  const t = useText();
  const times = useTimes();
  const money = useMoney();
  const { what, kind, day, ref, drawId, memberId, userName, postedMinor, dueMinor, foundAtMs, reviewId } = fault;
  const wrong = kindOf(what);
  const isCount = wrong === 'slips' || what === 'balance-version' || what === 'balance-unlisted';
  const amount = (minor: string) => (isCount ? minor : money(minor));
  return (
    <Card variant="outlined">
      <CardContent>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h3">{t(`faults.what.${wrong}`)}</Typography>
          {reviewId === null ? (
            <StateChip tone="bad" label={t('faults.state.open')} />
          ) : (
            <StateChip tone="quiet" label={t('faults.state.reviewed')} />
          )}
        </Stack>
        <Facts>
          <Fact label={t('faults.code')}>{kind === null ? what : `${what} · ${kind}`}</Fact>
          <Fact label={t('faults.found')}>{times.exact(foundAtMs)}</Fact>
          {memberId === null ? null : (
            <Fact label={t('faults.member')}>
              <MemberName memberId={memberId} name={userName ?? ''} />
            </Fact>
          )}
          {drawId === null ? null : <Fact label={t('faults.drawId')}>{drawId}</Fact>}
          {postedMinor === null ? null : <Fact label={t('faults.posted')}>{amount(postedMinor)}</Fact>}
          {dueMinor === null ? null : <Fact label={t('faults.due')}>{amount(dueMinor)}</Fact>}
          {ref === null ? null : <Fact label={t('faults.ref')}>{day === null ? ref : `${ref} · ${day}`}</Fact>}
        </Facts>
      </CardContent>
    </Card>
  );
}

const KINDS = ['no-cause', 'not-posted', 'amount', 'accounts', 'state', 'unsaid', 'undecided', 'slips'] as const;

/** Kind of a fault, without its details. */
function kindOf(what: string): (typeof KINDS)[number] | 'unproven' | 'balance' {
  if (what.startsWith('unproven')) return 'unproven';
  return KINDS.find((kind) => kind === what) ?? 'balance';
}
