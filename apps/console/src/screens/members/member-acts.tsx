import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { Member } from '../../api/members/members.ts';
import type { Act } from '../../api/staff/session.ts';
import { useText } from '../../features/language/use-text.ts';
import { useMay } from '../../features/session/store.ts';
import { CorrectBalanceDialog } from './correct-balance-dialog.tsx';
import { ExcludeDialog } from './exclude-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { CorrectNameDialog, PermitPayeeDialog, ResetFinanceDialog } from './support-dialogs.tsx';
import { CloseDialog, LiftDialog, SuspendDialog } from './suspension-dialogs.tsx';

const MEMBER = '/api/console/members/{memberId}';

interface Offer {
  name: 'suspend' | 'lift' | 'close' | 'exclude' | 'limit' | 'correct' | 'finance' | 'realName' | 'payee';
  needs: Act;
  /** Whether the act applies to the member's state. */
  fits: (member: Member) => boolean;
  grave?: true;
}

const OFFERS: readonly Offer[] = [
  {
    // A suspended member can be suspended again, to extend the suspension.
    name: 'suspend',
    needs: `POST ${MEMBER}/suspension`,
    fits: ({ state }) => state === 'active' || state === 'suspended',
    grave: true,
  },
  { name: 'lift', needs: `POST ${MEMBER}/suspension/lift`, fits: ({ state }) => state === 'suspended' },
  { name: 'close', needs: `POST ${MEMBER}/closure`, fits: ({ state }) => state === 'suspended', grave: true },
  { name: 'exclude', needs: `POST ${MEMBER}/exclusion`, fits: ({ state }) => state !== 'closed', grave: true },
  { name: 'limit', needs: `POST ${MEMBER}/limits`, fits: ({ state }) => state !== 'closed' },
  { name: 'correct', needs: `POST ${MEMBER}/corrections`, fits: ({ state }) => state !== 'closed' },
  {
    name: 'finance',
    needs: `POST ${MEMBER}/finance-password-reset`,
    fits: ({ state, financePassword }) =>
      state !== 'closed' && financePassword.set && financePassword.resetAtMs === null,
  },
  {
    name: 'realName',
    needs: `POST ${MEMBER}/real-name`,
    fits: ({ state, realName }) => state !== 'closed' && realName !== null,
  },
  {
    name: 'payee',
    needs: `POST ${MEMBER}/payee-permit`,
    fits: ({ state, payee, nextPayee }) => state !== 'closed' && payee !== null && nextPayee === null,
  },
];

/** Acts that the role may do on this member, each with a reason. */
export function MemberActs({ member }: { member: Member }) {
  const t = useText();
  const may = useMay();
  const [open, setOpen] = useState<Offer['name'] | null>(null);
  const offers = OFFERS.filter(({ needs, fits }) => may(needs) && fits(member));
  const dialog = { member, onClose: () => setOpen(null) };
  return (
    <>
      {offers.length === 0 ? null : (
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
          {offers.map(({ name, grave }) => (
            <Button key={name} variant="outlined" color={grave ? 'error' : 'primary'} onClick={() => setOpen(name)}>
              {t(`members.do.${name}`)}
            </Button>
          ))}
        </Stack>
      )}
      {open === 'suspend' ? <SuspendDialog {...dialog} /> : null}
      {open === 'lift' ? <LiftDialog {...dialog} /> : null}
      {open === 'close' ? <CloseDialog {...dialog} /> : null}
      {open === 'exclude' ? <ExcludeDialog {...dialog} /> : null}
      {open === 'limit' ? <LimitDialog {...dialog} /> : null}
      {open === 'correct' ? <CorrectBalanceDialog {...dialog} /> : null}
      {open === 'finance' ? <ResetFinanceDialog {...dialog} /> : null}
      {open === 'realName' ? <CorrectNameDialog {...dialog} /> : null}
      {open === 'payee' ? <PermitPayeeDialog {...dialog} /> : null}
    </>
  );
}
