import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { answerSuggestion } from '../../api/account/play-signs.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { LimitSuggestion } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useAct } from '../../features/forms/use-act.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { useSpanText } from '../../features/limits/use-span-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './my-data.module.css';

/** A stricter limit that staff suggest. Both answers look alike: declining is as easy as accepting. */
export function SuggestedLimit({ suggestion: { id, kind, value } }: { suggestion: LimitSuggestion }) {
  const t = useTranslations('myData.play');
  const limits = useTranslations('limits');
  const money = useMoneyText();
  const span = useSpanText();
  const client = useQueryClient();
  const answer = (way: 'accept' | 'decline') => async () => {
    client.setQueryData(keys.playSigns, await answerSuggestion(id, way));
    void client.invalidateQueries({ queryKey: keys.limits });
    say(way === 'accept' ? limits('isSet') : t('declined'));
  };
  const accept = useAct(answer('accept'));
  const decline = useAct(answer('decline'));
  const busy = accept.busy || decline.busy;
  const isTime = kind === 'session' || kind === 'check';
  return (
    <div className={styles.leaving}>
      <span className={styles.words}>
        <span className={styles.name}>{t('suggested')}</span>
        <span>{`${limits(`sheet.${kind}`)}: ${isTime ? span.minutes(Number(value)) : money(value)}`}</span>
        <span className={styles.soft}>{t('suggestedAbout')}</span>
      </span>
      <div className={styles.ways}>
        <Button look="quiet" busy={busy} onClick={accept.act}>
          {t('accept')}
        </Button>
        <Button look="quiet" busy={busy} onClick={decline.act}>
          {t('decline')}
        </Button>
      </div>
      <FormProblem text={accept.problemText ?? decline.problemText} />
    </div>
  );
}
