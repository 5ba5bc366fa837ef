import { useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { mayReloadFor } from '../features/load-failure/import-file.ts';
import { paths, routeOf, routes } from '../paths.ts';
import { FailureAction, useFailureText } from '../ui/load-failure/failure-text.tsx';
import { PartBoundary } from '../ui/load-failure/part-boundary.tsx';
import { Notice } from '../ui/notice/notice.tsx';
import { Screen } from '../ui/screen/screen.tsx';

/** Shows an error page instead of a blank screen when rendering fails. Slips stay stored. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <PartBoundary lost={(error) => <LostScreen error={error} />}>{children}</PartBoundary>;
}

/**
 * The error page, with the screen's title and way back. A screen that never loaded has no unsaved input, so the app may
 * reload the page.
 */
function LostScreen({ error }: { error: unknown }) {
  const t = useTranslations();
  const route = routeOf(useLocation().pathname);
  const title = `titles.${route ?? 'home'}` as Parameters<typeof t>[0];
  const isTab = route !== null && routes[route].tab;
  const queries = useQueryClient();
  useEffect(() => {
    if (queries.isMutating() === 0 && mayReloadFor(error)) window.location.reload();
  }, [error, queries]);
  const text = useFailureText();
  return (
    <Screen
      title={t.has(title) ? t(title) : t('app.name')}
      tabs={isTab}
      {...(isTab || route === 'host' ? {} : { back: paths.home() })}
    >
      <Notice
        tone="alarm"
        sign={<RotateCw size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('broken.title')}
        actions={<FailureAction error={error} />}
      >
        <p>{text(error)}</p>
      </Notice>
    </Screen>
  );
}
