import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';

/** Password input with a button that shows the text. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const t = useTranslations('forms');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      tail={
        <IconButton label={t(shown ? 'hide' : 'show')} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
