import TextField from '@mui/material/TextField';
import { asProblem } from '../../api/shared/problem.ts';
import { addStaff, type FirstSecrets, type Role } from '../../api/staff/staff.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { RoleField } from './role-field.tsx';

const EMPTY = { name: '', role: 'support' } as const;

/** Creates a staff account. The server generates the credentials, and the owner hands them over. */
export function AddStaffDialog({ onDone, onClose }: { onDone: (made: FirstSecrets) => void; onClose: () => void }) {
  const t = useText();
  const [form, setForm, draft] = useDraft<{ name: string; role: Role }>('staff/add/form', EMPTY);
  const { name, role } = form;
  return (
    <ReasonDialog
      name="staff/add"
      fields={draft}
      title={t('staff.add')}
      about={t('staff.aboutOf.add')}
      act={t('staff.addAct')}
      hint={t('staff.whyHint')}
      send={(why) => addStaff({ name, role, why })}
      confirmation={() => t('staff.done.add')}
      onDone={onDone}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField
            label={t('signIn.name')}
            helperText={t('staff.nameHint')}
            value={name}
            onChange={(event) => setForm({ name: event.target.value, role })}
            error={error !== null && 'name' in asProblem(error).fields}
            slotProps={{ htmlInput: { maxLength: 32, autoCapitalize: 'none', spellCheck: false } }}
            autoComplete="off"
            required
            autoFocus
          />
          <RoleField value={role} onChange={(next) => setForm({ name, role: next })} />
        </>
      )}
    </ReasonDialog>
  );
}
