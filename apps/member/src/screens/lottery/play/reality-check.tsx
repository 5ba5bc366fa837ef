import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { noteChecked, playQuery } from '../../../api/account/limits.ts';
import { keys } from '../../../api/shared/query-keys.ts';
import { FormProblem } from '../../../features/forms/form-problem.tsx';
import { useAct } from '../../../features/forms/use-act.ts';
import { Amount } from '../../../features/house/amount.tsx';
import { PlayNote } from '../../../features/house/play-note.tsx';
import { usePlayedText } from '../../../features/limits/use-played-text.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SpendButton } from '../../../ui/button/spend-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import styles from './reality-check.module.css';
import { settledNet } from './settled-net.ts';

/**
 * Dialog with time played, net result and open stakes, at the interval that the member chose. It must be confirmed
 * before the next bet.
 */
export function RealityCheck({ open }: { open: boolean }) {
  const t = useTranslations('play');
  const client = useQueryClient();
  const navigate = useNavigate();
  const play = useQuery(playQuery()).data;
  const played = usePlayedText(play?.startedAtMs ?? null);
  const read = useAct(async () => {
    client.setQueryData(keys.play, await noteChecked());
  });

  /** Does not wait for the response: if the request fails, the check appears again at the next table. */
  function leaveFor(path: string): void {
    read.act();
    void navigate(path);
  }

  return (
    <Dialog
      open={open}
      title={t('checkTitle')}
      actions={
        <>
          <FormProblem text={read.problemText} />
          <SpendButton wide look="quiet" busy={read.busy} onClick={read.act}>
            {t('goOn')}
          </SpendButton>
          <Button wide look="quiet" onClick={() => leaveFor(paths.limits())}>
            {t('takeBreak')}
          </Button>
          <Button wide look="quiet" onClick={() => leaveFor(paths.withdraw())}>
            {t('withdraw')}
          </Button>
        </>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('checkPlayed')}</dt>
          <dd>{played}</dd>
        </div>
        <div>
          <dt>{t('checkNet')}</dt>
          <dd>
            <Amount minor={play === undefined ? '0' : settledNet(play)} sign="exceptZero" wraps />
          </dd>
        </div>
        {play === undefined || play.openMinor === '0' ? null : (
          <div>
            <dt>{t('checkOpen')}</dt>
            <dd>
              <Amount minor={play.openMinor} wraps />
            </dd>
          </div>
        )}
      </dl>
      <p className={styles.note}>{t('checkText')}</p>
      <PlayNote />
    </Dialog>
  );
}
