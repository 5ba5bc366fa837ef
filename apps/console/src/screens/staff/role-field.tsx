import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ROLES, type Role } from '../../api/staff/staff.ts';
import { useText } from '../../features/language/use-text.ts';

/** Each account has one role, and no role contains another. */
export function RoleField({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useText();
  return (
    <TextField
      select
      label={t('staff.role')}
      helperText={t(`staff.roleAbout.${value}`)}
      value={value}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      {ROLES.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`role.${role}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
