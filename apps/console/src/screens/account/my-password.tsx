import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useText } from '../../features/language/use-text.ts';
import { PasswordForm } from '../../features/session/password-form.tsx';
import { Section } from '../../ui/section.tsx';

/** Changes the own password. */
export function MyPassword() {
  const t = useText();
  return (
    <Section title={t('password.title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('password.about')}
      </Typography>
      <Box sx={{ maxWidth: 400 }}>
        <PasswordForm />
      </Box>
    </Section>
  );
}
