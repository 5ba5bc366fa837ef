import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { confirmVerification, type Verification } from '../../api/library/hosts.ts';
import { ActDialog } from '../../features/act/act-dialog.tsx';
import { useAct } from '../../features/act/use-act.ts';
import { useText } from '../../features/language/use-text.ts';
import { VerificationFacts, VerifiedWhat } from './verification-facts.tsx';

interface ConfirmVerificationProps {
  hostId: string;
  verification: Verification;
  onClose: () => void;
}

/** Asks the second person to confirm, below the first person's note. From then on the verification counts. */
export function ConfirmVerification({ hostId, verification, onClose }: ConfirmVerificationProps) {
  const t = useText();
  const act = useAct(() => confirmVerification(hostId, verification.id), {
    confirmation: () => t('hosts.done.confirm'),
    onDone: onClose,
  });
  return (
    <ActDialog
      open
      title={t('hosts.confirmTitle')}
      about={<Typography>{t('hosts.confirmAbout')}</Typography>}
      act={t('hosts.confirmVerification')}
      busy={act.isPending}
      error={act.error}
      onAct={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <Paper variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }}>
        <Typography sx={{ fontWeight: 600 }}>
          <VerifiedWhat verification={verification} />
        </Typography>
        <VerificationFacts verification={verification} />
      </Paper>
    </ActDialog>
  );
}
