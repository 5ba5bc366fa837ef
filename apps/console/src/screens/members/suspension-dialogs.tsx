import TextField from '@mui/material/TextField';
import { closeMember, liftSuspension, type Member, suspendMember } from '../../api/members/members.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function SuspendDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const times = useTimes();
  const [day, setDay, draft] = useDraft(`members/${member.id}/suspend/day`, '');
  // The end of the last day. Zero if none is chosen; the server then reports the missing field.
  const untilMs = day === '' ? 0 : new Date(`${day}T23:59:59`).getTime();
  return (
    <ReasonDialog
      name={`members/${member.id}/suspend`}
      fields={draft}
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
      name={`members/${member.id}/lift`}
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
      name={`members/${member.id}/close`}
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
