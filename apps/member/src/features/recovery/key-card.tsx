import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import styles from './key-card.module.css';
import { SaveText } from './save-text.tsx';
import { isInPageOnly, type StoredKey } from './stored-keys.ts';
import { groupedCode } from './typed-key.ts';

/**
 * Number and secret of a new conversation, with ways to save them. A double tap on the button before must not hide them
 * unseen.
 */
export function KeyCard({ stored, onDone }: { stored: StoredKey; onDone(): void }) {
  const t = useTranslations('recover');
  const [number, secret] = [groupedCode(stored.number), groupedCode(stored.secret)];
  const lines = [`${t('number')}: ${number}`, `${t('secret')}: ${secret}`];
  const address = `${window.location.origin}${paths.visitorDesk()}`;
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{t('keyLead')}</p>
      <dl className={styles.card}>
        <div>
          <dt>{t('number')}</dt>
          <dd dir="ltr">{number}</dd>
        </div>
        <div>
          <dt>{t('secret')}</dt>
          <dd dir="ltr">{secret}</dd>
        </div>
      </dl>
      <p className={styles.lead}>{t(isInPageOnly(stored) ? 'keyNotStored' : 'keyStored')}</p>
      <SaveText text={[t('keyFileHead'), '', ...lines, address].join('\n')} fileName="tercet-request.txt" canPrint />
      <SpendButton wide className={styles.next} onClick={onDone}>
        {t('toConversation')}
      </SpendButton>
    </div>
  );
}
