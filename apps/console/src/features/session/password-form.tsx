import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { asProblem } from '../../api/shared/problem.ts';
import { changeOwnPassword, type PasswordForm as Passwords } from '../../api/staff/account.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useAct } from '../act/use-act.ts';
import { Form } from '../forms/form.tsx';
import { useText } from '../language/use-text.ts';
import { useProblemText } from '../problems/use-problem-text.ts';

const EMPTY: Passwords = { oldPassword: '', newPassword: '', repeat: '' };

/** Changes the password: the old one, and the new one twice. Keeps the input until the server accepts it. */
export function PasswordForm({ atSignIn = false, onDone }: { atSignIn?: boolean; onDone?: () => void }) {
  const t = useText();
  const text = useProblemText();
  const [form, setForm] = useState(EMPTY);
  const change = useAct(() => changeOwnPassword(form), {
    confirmation: () => t('password.changed'),
    onDone() {
      setForm(EMPTY);
      onDone?.();
    },
  });
  const fields = change.error === null ? {} : asProblem(change.error).fields;
  const submit = () => change.mutate(undefined);
  const field = (name: keyof Passwords) => ({
    type: 'password',
    label: t(`password.${name}`),
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
    error: name in fields,
    autoComplete: name === 'oldPassword' ? 'current-password' : 'new-password',
  });
  return (
    <Form by={atSignIn ? 'enter' : 'press'} onSubmit={submit} label={t('password.title')}>
      <TextInput {...field('oldPassword')} autoFocus={atSignIn} />
      <TextInput {...field('newPassword')} helperText={t('password.hint')} />
      <TextInput {...field('repeat')} />
      {change.error ? (
        <Alert severity="error" variant="outlined">
          {text(change.error)}
        </Alert>
      ) : null}
      <Button type="submit" variant="contained" loading={change.isPending} sx={{ alignSelf: 'flex-start' }}>
        {t('password.act')}
      </Button>
    </Form>
  );
}
