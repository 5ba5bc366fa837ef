import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { ROLES, type Role } from '../../../api/staff/staff.ts';
import { ActDialog } from '../../act/act-dialog.tsx';
import { useDraft } from '../../drafts/use-draft.ts';
import { useText } from '../../language/use-text.ts';
import { usePage } from '../../pages/page-context.ts';
import { useMe } from '../../session/store.ts';
import { useListContext } from '../list-context.ts';
import { keptFilter } from './views.ts';

const ONESELF = 'oneself';

interface ViewForm {
  name: string;
  sharedWith: Role | typeof ONESELF;
}

const EMPTY: ViewForm = { name: '', sharedWith: ONESELF };

/** Saves what the list shows as a view. */
export function SaveView({ onClose }: { onClose: () => void }) {
  const t = useText();
  const me = useMe();
  const { views, columns } = useListContext();
  const { shown } = views;
  const page = usePage().name;
  const [{ name, sharedWith }, setForm, draft] = useDraft<ViewForm>(`list-views/${page}`, EMPTY);
  const roles = me.role === 'owner' ? ROLES : [me.role];
  const isNarrower = Object.keys(keptFilter(shown.filter)).length < Object.keys(shown.filter).length;
  const act = useMutation({
    mutationFn: () =>
      views.save({ name: name.trim(), role: sharedWith === ONESELF ? null : sharedWith }, { ...shown, columns }),
    onSuccess(saved) {
      draft.saved();
      views.show(saved.query);
      onClose();
    },
  });
  return (
    <ActDialog
      open
      title={t('views.save')}
      about={isNarrower ? t('views.withoutPerson') : undefined}
      act={t('views.saveAct')}
      busy={act.isPending}
      error={act.error}
      draft={draft}
      onAct={() => {
        if (name.trim() !== '') act.mutate();
      }}
      onClose={onClose}
    >
      <TextField
        label={t('views.name')}
        value={name}
        onChange={(event) => setForm((form) => ({ ...form, name: event.target.value }))}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        helperText={views.views.some((one) => one.name === name.trim()) ? t('views.replaces') : undefined}
        required
      />
      <TextField
        select
        label={t('views.for')}
        value={sharedWith}
        onChange={(event) => setForm((form) => ({ ...form, sharedWith: event.target.value as ViewForm['sharedWith'] }))}
      >
        <MenuItem value={ONESELF}>{t('views.forMe')}</MenuItem>
        {roles.map((role) => (
          <MenuItem key={role} value={role}>
            {t('views.forRole', { role: t(`role.${role}`) })}
          </MenuItem>
        ))}
      </TextField>
    </ActDialog>
  );
}
