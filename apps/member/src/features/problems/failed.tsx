import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { useProblemText } from './use-problem-text.ts';

/** What could not be loaded, why, and the way to try again. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations();
  const text = useProblemText();
  return (
    <Notice
      tone="alarm"
      sign={<CloudOff size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('state.failed')}
      actions={
        <Button look="quiet" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      }
    >
      <p>{text(error)}</p>
    </Notice>
  );
}
