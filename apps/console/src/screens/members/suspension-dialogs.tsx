import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { closeMember, liftSuspension, type Member, suspendMember } from '../../api/members/members.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function SuspendDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const times = useTimes();
  const [day, setDay] = useState('');
  // The end of the last day. Zero if none is chosen; the server then reports the missing field.
  const untilMs = day === '' ? 0 : new Date(`${day}T23:59:59`).getTime();
  return (
    <ReasonDialog
      title={t('members.titleOf.suspend', { name: member.userName })}
      about={t('members.aboutOf.suspend')}
      act={t('members.do.suspend')}
      grave
      send={(why) => suspendMember(member.id, { why, untilMs })}
      confirmation={(answer) => t('members.done.suspend', { until: times.minute(answer.untilMs) })}
      onClose={onClose}
    >
      {(error) => (
        <TextField
          type="date"
          label={t('members.lastDay')}
          helperText={t('members.lastDayHint')}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          error={'untilMs' in fieldsOf(error)}
          slotProps={{ inputLabel: { shrink: true } }}
          required
          autoFocus
        />
      )}
    </ReasonDialog>
  );
}

function fieldsOf(error: unknown): Record<string, string> {
  return error === null ? {} : asProblem(error).fields;
}

export function LiftDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  return (
    <ReasonDialog
      title={t('members.titleOf.lift', { name: member.userName })}
      about={t('members.aboutOf.lift')}
      act={t('members.do.lift')}
      send={(why) => liftSuspension(member.id, why)}
      confirmation={() => t('members.done.lift')}
      onClose={onClose}
    />
  );
}

export function CloseDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  return (
    <ReasonDialog
      title={t('members.titleOf.close', { name: member.userName })}
      about={t('members.aboutOf.close')}
      act={t('members.do.close')}
      grave
      send={(why) => closeMember(member.id, why)}
      confirmation={({ payout }) => t(`members.closedWith.${payout}`)}
      onClose={onClose}
    />
  );
}
