import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslations } from 'use-intl';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import type { Attempt } from './stored-attempt.ts';

interface UnansweredRequestProps {
  attempt: Attempt;
  onAgain(): void;
  onLook(): void;
}

/** Notice of a sent withdrawal without an answer. The member must settle it before another one. */
export function UnansweredRequest({ attempt, onAgain, onLook }: UnansweredRequestProps) {
  const t = useTranslations('withdraw');
  const money = useMoneyText();
  return (
    <>
      <Notice
        tone="alarm"
        sign={<CloudOff size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('unansweredTitle')}
        actions={
          <>
            <Button onClick={onAgain}>{t('again')}</Button>
            <Button look="quiet" onClick={onLook}>
              {t('toRecords')}
            </Button>
          </>
        }
      >
        <p>{t('unansweredText', { amount: money(attempt.amountMinor) })}</p>
      </Notice>
      <PlayNote />
    </>
  );
}
