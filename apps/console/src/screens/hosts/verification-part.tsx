import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { type FullHost, revokeVerification, type Verification } from '../../api/library/hosts.ts';
import { GuardedButton } from '../../features/act/guarded-button.tsx';
import { ReasonDialog } from '../../features/act/reason-dialog.tsx';
import { useText } from '../../features/language/use-text.ts';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { ConfirmVerification } from './confirm-verification.tsx';
import { RecordVerification } from './record-verification.tsx';
import { VerificationFacts, VerifiedWhat } from './verification-facts.tsx';

/** Verifications of a host. Each counts after a second staff member confirms it. */
export function VerificationPart({ host, mayChange }: { host: FullHost; mayChange: boolean }) {
  const t = useText();
  const [isNoting, setIsNoting] = useState(false);
  const [revoking, setRevoking] = useState<string | null>(null);
  return (
    <Section
      title={t('hosts.verifications')}
      actions={mayChange ? <Button onClick={() => setIsNoting(true)}>{t('hosts.recordVerification')}</Button> : null}
    >
      <Stack spacing={1.5}>
        <Typography color="textSecondary">{t('hosts.verificationAbout')}</Typography>
        {host.verifications.length === 0 ? <Typography>{t('hosts.noVerification')}</Typography> : null}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {host.verifications.map((verification) => (
            <VerificationRow
              key={verification.id}
              hostId={host.id}
              verification={verification}
              onRevoke={mayChange ? () => setRevoking(verification.id) : null}
            />
          ))}
        </Box>
      </Stack>
      {isNoting ? <RecordVerification hostId={host.id} onClose={() => setIsNoting(false)} /> : null}
      {revoking === null ? null : (
        <ReasonDialog
          name={`hosts/${host.id}/verifications/${revoking}/revoke`}
          title={t('hosts.revokeVerification')}
          about={t('hosts.revokeAbout')}
          act={t('hosts.revokeVerification')}
          grave
          hint={t('act.whyLog')}
          send={(why) => revokeVerification(host.id, revoking, why)}
          confirmation={() => t('hosts.done.revoke')}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}

interface VerificationRowProps {
  hostId: string;
  verification: Verification;
  /** Null without the right to revoke it. */
  onRevoke: (() => void) | null;
}

function VerificationRow({ hostId, verification, onRevoke }: VerificationRowProps) {
  const t = useText();
  const [isConfirming, setIsConfirming] = useState(false);
  const { confirmedAtMs, revokedAtMs, own } = verification;
  const state = revokedAtMs !== null ? 'revoked' : confirmedAtMs === null ? 'waits' : 'counts';
  const tone = { revoked: 'quiet', waits: 'wait', counts: 'good' } as const;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5, display: 'grid', gap: 1 }}>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>
          <VerifiedWhat verification={verification} />
        </Typography>
        <StateChip tone={tone[state]} label={t(`hosts.verificationState.${state}`)} />
      </Stack>
      <VerificationFacts verification={verification} />
      {onRevoke === null || state === 'revoked' ? null : (
        <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
          {state === 'waits' && !own ? (
            <GuardedButton size="small" variant="contained" onClick={() => setIsConfirming(true)}>
              {t('hosts.confirmVerification')}
            </GuardedButton>
          ) : null}
          {state === 'waits' && own ? <Typography variant="body2">{t('hosts.confirmByOther')}</Typography> : null}
          <Button size="small" color="error" onClick={onRevoke}>
            {t('hosts.revokeVerification')}
          </Button>
        </Stack>
      )}
      {isConfirming ? (
        <ConfirmVerification hostId={hostId} verification={verification} onClose={() => setIsConfirming(false)} />
      ) : null}
    </Paper>
  );
}
