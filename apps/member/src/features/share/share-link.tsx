import Share from 'lucide-react/icons/share-2';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/button/button.tsx';
import { say } from '../../ui/toast/toast.tsx';

/** Hands on a page that anybody may open: by what the phone shares with; where it has nothing, the link is copied. */
export function ShareLink({ title, path }: { title: string; path: string }) {
  const t = useTranslations('share');

  async function handOn(): Promise<void> {
    const url = new URL(path, location.origin).href;
    // Who closes the phone's own sheet has shared nothing, and knows it.
    if (navigator.share !== undefined) return navigator.share({ title, url }).catch(() => undefined);
    try {
      await navigator.clipboard.writeText(url);
      say(t('copied'));
    } catch {
      say(t('notCopied', { url }));
    }
  }

  return (
    <IconButton label={t('act')} onClick={() => void handOn()}>
      <Share size={20} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
