import { useTranslations } from 'use-intl';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import styles from './bind-card.module.css';
import type { Card } from './draft.ts';
import { useCardField } from './use-card-field.ts';

/** Frame with the provider's card field. The club receives a token instead of the card number. */
export function CardFrame({ onCard }: { onCard(card: Card): void }) {
  const t = useTranslations();
  const text = useProblemText();
  const { field, frame, retry } = useCardField(onCard);
  if (field.status === 'failed') {
    return (
      <Notice
        tone="alarm"
        title={t('bind.frameFailed')}
        actions={
          <Button look="quiet" onClick={retry}>
            {t('actions.retry')}
          </Button>
        }
      >
        <p>{field.error === null ? t('bind.frameSilent') : text(field.error)}</p>
      </Notice>
    );
  }
  return (
    <div className={styles.frameBox}>
      {field.url === null ? null : (
        <iframe
          ref={frame}
          src={field.url}
          title={t('bind.frameTitle')}
          className={styles.frame}
          style={{ blockSize: field.height }}
          sandbox="allow-scripts allow-forms allow-same-origin"
          referrerPolicy="no-referrer"
        />
      )}
      {field.status === 'ready' ? null : (
        <div className={styles.frameWaits}>
          <Skeleton blocks={[48, 48, 48]} />
        </div>
      )}
    </div>
  );
}
