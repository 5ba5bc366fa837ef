import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Typography from '@mui/material/Typography';
import type { LoggedAct } from '../../api/staff/audit.ts';
import { useActName } from '../../features/acts-log/use-act-name.ts';
import { useTimes } from '../../features/format/use-times.ts';
import { useLanguage, useText } from '../../features/language/use-text.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import type { LogCheckState } from './use-log-check.ts';

/** Outcome of the verification. */
export function Verdict({ state }: { state: LogCheckState }) {
  const t = useText();
  const [language] = useLanguage();
  const number = new Intl.NumberFormat(language);
  if (state.kind === 'stopped') {
    return (
      <Alert severity="info" variant="outlined">
        {t('logCheck.stopped')}
      </Alert>
    );
  }
  if (state.kind === 'whole') {
    return (
      <Alert severity="success" variant="outlined">
        <AlertTitle>{t('logCheck.whole')}</AlertTitle>
        {t('logCheck.wholeAbout', {
          acts: number.format(Number(state.last.size)),
          heads: number.format(state.last.headsInBook),
        })}
      </Alert>
    );
  }
  if (state.kind !== 'broken') return null;
  const { brokenAt, headsInBook } = state.last;
  const fault = state.last.fault ?? 'missing';
  // A consistently rewritten chain is found only at its next published head, not at the changed entry.
  const isExact = fault !== 'not-published';
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>
        {t(isExact ? 'logCheck.broken' : 'logCheck.brokenBy', { seq: number.format(Number(brokenAt)) })}
      </AlertTitle>
      <Typography>{t(`logCheck.fault.${fault}`)}</Typography>
      {isExact ? <Typography>{t('logCheck.goodBefore')}</Typography> : null}
      <Typography>{t('logCheck.heads', { heads: number.format(headsInBook) })}</Typography>
      <Found found={state.found} />
    </Alert>
  );
}

/** The entry as it is now, which differs from the original. */
function Found({ found }: { found: LoggedAct | null }) {
  const t = useText();
  const times = useTimes();
  const nameOf = useActName();
  if (found === null) return <Typography sx={{ mt: 1 }}>{t('logCheck.notThere')}</Typography>;
  return (
    <>
      <Typography sx={{ mt: 1, mb: 1 }}>{t('logCheck.asItStands')}</Typography>
      <Facts>
        <Fact label={t('audit.act')}>{nameOf(found.act)}</Fact>
        <Fact label={t('audit.who')}>{found.staff?.name ?? t('audit.house')}</Fact>
        <Fact label={t('audit.at')}>{times.exact(found.atMs)}</Fact>
        <Fact label={t('audit.why')}>{found.why ?? '–'}</Fact>
      </Facts>
    </>
  );
}
