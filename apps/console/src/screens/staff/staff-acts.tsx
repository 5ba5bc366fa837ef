import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import {
  changeRole,
  disableStaff,
  type FirstSecrets,
  type Role,
  resetSecondFactor,
  type StaffAccount,
} from '../../api/staff/staff.ts';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useText } from '../../features/language/use-text.ts';
import { RoleField } from './role-field.tsx';

interface StaffActsProps {
  staff: StaffAccount;
  onSecrets: (secrets: FirstSecrets) => void;
}

const ACTS = ['role', 'factor', 'disable'] as const;

/** Acts of an owner on another staff account. */
export function StaffActs({ staff, onSecrets }: StaffActsProps) {
  const t = useText();
  const [open, setOpen] = useState<(typeof ACTS)[number] | null>(null);
  const onClose = () => setOpen(null);
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={0.5}
      sx={{ flexWrap: 'wrap', justifyContent: { xs: 'flex-end', md: 'flex-start' } }}
    >
      {ACTS.map((act) => (
        <Button
          key={act}
          size="small"
          variant="outlined"
          color={act === 'disable' ? 'error' : 'primary'}
          onClick={() => setOpen(act)}
          aria-label={`${t(`staff.do.${act}`)}: ${staff.name}`}
        >
          {t(`staff.do.${act}`)}
        </Button>
      ))}
      {open === 'role' ? <RoleDialog staff={staff} onClose={onClose} /> : null}
      {open === 'factor' ? <FactorDialog staff={staff} onSecrets={onSecrets} onClose={onClose} /> : null}
      {open === 'disable' ? <DisableDialog staff={staff} onClose={onClose} /> : null}
    </Stack>
  );
}

interface StaffDialogProps {
  staff: StaffAccount;
  onClose: () => void;
}

function RoleDialog({ staff, onClose }: StaffDialogProps) {
  const t = useText();
  const [role, setRole, draft] = useDraft<Role>(`staff/${staff.id}/role/new`, staff.role);
  return (
    <ReasonDialog
      name={`staff/${staff.id}/role`}
      fields={draft}
      title={t('staff.titleOf.role', { name: staff.name })}
      about={t('staff.aboutOf.role')}
      act={t('staff.actOf.role')}
      hint={t('staff.whyHint')}
      send={(why) => changeRole(staff.id, { role, why })}
      confirmation={() => t('staff.done.role', { name: staff.name, role: t(`role.${role}`) })}
      onClose={onClose}
    >
      {() => <RoleField value={role} onChange={setRole} />}
    </ReasonDialog>
  );
}

function FactorDialog({ staff, onSecrets, onClose }: StaffDialogProps & Pick<StaffActsProps, 'onSecrets'>) {
  const t = useText();
  return (
    <ReasonDialog
      name={`staff/${staff.id}/factor`}
      title={t('staff.titleOf.factor', { name: staff.name })}
      about={t('staff.aboutOf.factor')}
      act={t('staff.actOf.factor')}
      grave
      hint={t('staff.whyHint')}
      send={(why) => resetSecondFactor(staff.id, why)}
      confirmation={() => t('staff.done.factor')}
      onDone={({ codeUri }) => onSecrets({ name: staff.name, codeUri })}
      onClose={onClose}
    />
  );
}

function DisableDialog({ staff, onClose }: StaffDialogProps) {
  const t = useText();
  return (
    <ReasonDialog
      name={`staff/${staff.id}/disable`}
      title={t('staff.titleOf.disable', { name: staff.name })}
      about={t('staff.aboutOf.disable')}
      act={t('staff.actOf.disable')}
      grave
      hint={t('staff.whyHint')}
      send={(why) => disableStaff(staff.id, why)}
      confirmation={() => t('staff.done.disable', { name: staff.name })}
      onClose={onClose}
    />
  );
}
