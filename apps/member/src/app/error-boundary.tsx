import { useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { mayReloadFor } from '../features/lost-code/import-file.ts';
import { LostWayOn, useLostText } from '../ui/lost-code/lost-words.tsx';
import { PartBoundary } from '../ui/lost-code/part-boundary.tsx';
import { Notice } from '../ui/notice/notice.tsx';

/** A screen that could not be drawn says so, and why, instead of leaving a blank page. Slips are kept. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <PartBoundary lost={(error) => <LostScreen error={error} />}>{children}</PartBoundary>;
}

/** A screen that never loaded has no unsaved input, so the app may reload the page. */
function LostScreen({ error }: { error: unknown }) {
  const t = useTranslations('broken');
  const queries = useQueryClient();
  useEffect(() => {
    if (queries.isMutating() === 0 && mayReloadFor(error)) window.location.reload();
  }, [error, queries]);
  const text = useLostText();
  return (
    <main>
      <Notice
        tone="alarm"
        sign={<RotateCw size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('title')}
        actions={<LostWayOn error={error} />}
      >
        <p>{text(error)}</p>
      </Notice>
    </main>
  );
}
