import TextField from '@mui/material/TextField';
import { correctRealName, type Member, permitPayee, resetFinancePassword } from '../../api/members/members.ts';
import { asProblem } from '../../api/shared/problem.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useText } from '../../features/language/use-text.ts';

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function ResetFinanceDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const times = useTimes();
  return (
    <ReasonDialog
      name={`members/${member.id}/finance`}
      title={t('members.titleOf.finance', { name: member.userName })}
      about={t('members.aboutOf.finance')}
      act={t('members.do.finance')}
      send={(why) => resetFinancePassword(member.id, why)}
      confirmation={({ effectiveAtMs }) => t('members.done.finance', { at: times.minute(effectiveAtMs) })}
      onClose={onClose}
    />
  );
}

export function CorrectNameDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const [realName, setRealName, draft] = useDraft(`members/${member.id}/real-name/new`, member.realName ?? '');
  return (
    <ReasonDialog
      name={`members/${member.id}/real-name`}
      fields={draft}
      title={t('members.titleOf.realName', { name: member.userName })}
      about={t('members.aboutOf.realName')}
      act={t('members.do.realName')}
      send={(why) => correctRealName(member.id, { realName, why })}
      confirmation={(answer) => t('members.done.realName', { name: answer.realName })}
      onClose={onClose}
    >
      {(error) => (
        <TextField
          label={t('members.newRealName')}
          value={realName}
          onChange={(event) => setRealName(event.target.value)}
          error={error !== null && 'realName' in asProblem(error).fields}
          slotProps={{ htmlInput: { maxLength: 200, spellCheck: false } }}
          required
          autoFocus
        />
      )}
    </ReasonDialog>
  );
}

export function PermitPayeeDialog({ member, onClose }: MemberDialogProps) {
  const t = useText();
  const times = useTimes();
  return (
    <ReasonDialog
      name={`members/${member.id}/payee`}
      title={t('members.titleOf.payee', { name: member.userName })}
      about={t('members.aboutOf.payee')}
      act={t('members.do.payee')}
      send={(why) => permitPayee(member.id, why)}
      confirmation={({ expiresAtMs }) => t('members.done.payee', { until: times.minute(expiresAtMs) })}
      onClose={onClose}
    />
  );
}
