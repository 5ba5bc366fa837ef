import { useTranslations } from 'use-intl';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import type { SlipIssue } from './slip-issues.ts';
import styles from './steps.module.css';
import { useIssueText } from './use-issue-text.ts';

/** What stands against the slip as a whole, with the way on. */
export function Issues({ issues }: { issues: SlipIssue[] }) {
  const t = useTranslations('lottery');
  const text = useIssueText();
  const [first] = issues;
  if (first === undefined) return null;
  return (
    <div className={styles.issue} role="alert">
      <p>{text(first)}</p>
      {first.code === 'min-balance' ? (
        <ButtonLink look="plain" to={paths.game()} className={styles.wayOn}>
          {t('otherGames')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
