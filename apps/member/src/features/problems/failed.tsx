import CloudOff from 'lucide-react/icons/cloud-off';
import { useTranslations } from 'use-intl';
import { isNowhere } from '../../api/shared/problem.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { useProblemText } from './use-problem-text.ts';

/** Error state of a screen: what could not be loaded, why, and a retry button. For a broken link: a button to Home. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations();
  const text = useProblemText();
  if (isNowhere(error)) {
    return (
      <Notice
        sign={<Mark state="open" size={40} silent />}
        title={t('notFound.title')}
        actions={<ButtonLink to={paths.home()}>{t('notFound.home')}</ButtonLink>}
      >
        <p>{t('errors.bad-link')}</p>
      </Notice>
    );
  }
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
