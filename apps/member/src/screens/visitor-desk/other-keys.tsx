import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgetVisitorKey, type StoredKey } from '../../features/recovery/stored-keys.ts';
import { groupedCode } from '../../features/recovery/typed-key.ts';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './visitor-desk.module.css';

interface OtherKeysProps {
  shown: StoredKey;
  /** Other conversations of this phone. */
  others: readonly StoredKey[];
  onChoose(number: string): void;
  onType(): void;
  onForget(): void;
}

/** Ways to other conversations, and the removal of this one from the phone. */
export function OtherKeys({ shown, others, onChoose, onType, onForget }: OtherKeysProps) {
  const t = useTranslations();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.ways}>
      <p className={styles.soft}>{t('recover.shownNumber', { number: `\u2066${groupedCode(shown.number)}\u2069` })}</p>
      {others.map(({ number, topic }) => (
        <Button key={number} look="quiet" onClick={() => onChoose(number)}>
          {t(`recover.topic.${topic}`)} <bdi dir="ltr">{groupedCode(number)}</bdi>
        </Button>
      ))}
      <Button look="plain" onClick={onType}>
        {t('recover.openOther')}
      </Button>
      <Button look="plain" onClick={() => setAsking(true)}>
        {t('recover.forget')}
      </Button>
      <Dialog
        open={isAsking}
        title={t('recover.forgetTitle')}
        actions={
          <>
            <SpendButton
              wide
              look="danger"
              onClick={() => {
                forgetVisitorKey(shown.number);
                onForget();
              }}
            >
              {t('recover.forget')}
            </SpendButton>
            <Button wide look="quiet" onClick={() => setAsking(false)}>
              {t('recover.keep')}
            </Button>
          </>
        }
      >
        <p>{t('recover.forgetText')}</p>
      </Dialog>
    </div>
  );
}
