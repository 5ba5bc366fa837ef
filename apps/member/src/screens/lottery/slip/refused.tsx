import { useTranslations } from 'use-intl';
import type { Problem } from '../../../api/shared/problem.ts';
import type { Table } from '../../../api/shared/types.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { MinBalance } from '../bounds/min-balance.tsx';
import styles from './steps.module.css';
import { useRefusalText } from './use-refusal-text.ts';

/** Error for a slip without a response: it may have been accepted. */
export function Unsure({ problem }: { problem: Problem }) {
  const t = useTranslations('lottery');
  const text = useProblemText();
  return (
    <p className={styles.unsure} role="alert">
      {text(problem)} {t('unsure')}
    </p>
  );
}

interface RefusedProps {
  problem: Problem;
  table: Table;
  availableMinor: string;
}

/** Why the server refused the slip, with a link to the next step. */
export function Refused({ problem, table, availableMinor }: RefusedProps) {
  const t = useTranslations('lottery');
  const text = useRefusalText();
  return (
    <div className={styles.issue} role="alert">
      <p>
        {text(problem)} {t('nothingTaken')}
      </p>
      {problem.code === 'min-balance' ? (
        <MinBalance minMinor={table.minBalanceMinor} availableMinor={availableMinor} />
      ) : (
        <WayOn code={problem.code} />
      )}
    </div>
  );
}

/** Codes of limits that members set for themselves. */
const OWN_BOUNDS = new Set(['limit-stake-slip', 'limit-stake-day', 'limit-loss', 'limit-session', 'excluded']);

/** Codes that require an identity check. */
const IDENTITY = new Set(['identity-needed', 'country-not-served']);

function WayOn({ code }: { code: string }) {
  const t = useTranslations('lottery');
  const titles = useTranslations('titles');
  if (IDENTITY.has(code)) {
    return (
      <ButtonLink look="plain" to={paths.identity()} className={styles.wayOn}>
        {titles('identity')}
      </ButtonLink>
    );
  }
  if (!OWN_BOUNDS.has(code)) return null;
  return (
    <ButtonLink look="plain" to={paths.limits()} className={styles.wayOn}>
      {t('toLimits')}
    </ButtonLink>
  );
}
