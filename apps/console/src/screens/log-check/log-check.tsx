import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { CheckStep } from '../../api/staff/audit.ts';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import { ProgramSection } from './program-section.tsx';
import { type LogCheckState, useLogCheck } from './use-log-check.ts';
import { Verdict } from './verdict.tsx';

/** Verifies the hash chain of the audit log against all its heads in the public book. */
export function LogCheck() {
  const t = useText();
  const { state, start, halt } = useLogCheck();
  const walks = state.kind === 'walks';
  return (
    <Stack spacing={2}>
      <PageHead title={t('logCheck.title')} about={t('logCheck.about')}>
        <Button variant={walks ? 'outlined' : 'contained'} onClick={walks ? halt : () => void start()}>
          {t(walks ? 'logCheck.stop' : state.kind === 'rest' ? 'logCheck.start' : 'logCheck.again')}
        </Button>
      </PageHead>
      {state.kind === 'failed' ? <Failed error={state.error} onRetry={() => void start()} /> : null}
      <Verdict state={state} />
      {state.kind === 'rest' ? null : <Walk state={state} />}
      <ProgramSection />
    </Stack>
  );
}

function Walk({ state }: { state: Exclude<LogCheckState, { kind: 'rest' }> }) {
  const t = useText();
  const { steps } = state;
  const share = shareOf(steps);
  return (
    <Section title={t('logCheck.steps')}>
      <LinearProgress
        variant={state.kind === 'walks' && steps.length === 0 ? 'indeterminate' : 'determinate'}
        value={share}
        color={state.kind === 'broken' ? 'error' : 'primary'}
        aria-label={t('logCheck.progress')}
        sx={{ mb: 1.5, height: 6, borderRadius: 3 }}
      />
      <Stack component="ol" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }} aria-live="polite">
        {steps.map((step) => (
          <StepLine key={step.from} step={step} />
        ))}
        {state.kind === 'walks' ? <Typography component="li">{t('state.loading')}…</Typography> : null}
      </Stack>
    </Section>
  );
}

function StepLine({ step }: { step: CheckStep }) {
  const t = useText();
  const [language] = useLanguage();
  const number = new Intl.NumberFormat(language);
  const isGood = step.brokenAt === null;
  const last = isGood ? Math.max(Number(step.from), Number(step.from) + step.checked - 1) : Number(step.brokenAt);
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
      <Typography sx={{ flexGrow: 1 }}>
        {t('logCheck.range', { from: number.format(Number(step.from)), to: number.format(last) })}
      </Typography>
      <StateChip tone={isGood ? 'good' : 'bad'} label={t(isGood ? 'logCheck.stepGood' : 'logCheck.stepBad')} />
    </Stack>
  );
}

/** Verified part of the log in percent. */
function shareOf(steps: readonly CheckStep[]): number {
  const last = steps.at(-1);
  if (last === undefined) return 0;
  const walked = Number(last.from) + last.checked;
  return Math.min(100, (100 * walked) / Math.max(1, Number(last.size)));
}
