import Share from 'lucide-react/icons/share-2';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { copyLink, shareWith } from './share-actions.ts';

/** Shares the link of a public page by the phone's share sheet, or copies it if there is none. */
export function ShareLink({ title, path }: { title: string; path: string }) {
  const t = useTranslations('share');

  async function handOn(): Promise<void> {
    const url = new URL(path, location.origin).href;
    if (navigator.share !== undefined) return shareWith({ title, url });
    say((await copyLink(url)) === 'copied' ? t('copied') : t('notCopied', { url }));
  }

  return (
    <IconButton label={t('act')} onClick={() => void handOn()}>
      <Share size={20} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
