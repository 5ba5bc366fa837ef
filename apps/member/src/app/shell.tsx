import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { hasAccountMenu } from '../features/account-menu/has-account-menu.ts';
import { AppUpdate } from '../features/app-update/app-update.tsx';
import { BookWatch } from '../features/book/book-watch.tsx';
import { countVisit } from '../features/install/install-offer.ts';
import { withWords } from '../features/language/active-language.ts';
import { Live } from '../features/live/live.tsx';
import { MessageWatch } from '../features/messages/message-watch.tsx';
import { ReceiptKeeping } from '../features/receipts/receipt-keeping.tsx';
import { ReplacedPage } from '../features/session/replaced-page.tsx';
import { useSession } from '../features/session/use-session.ts';
import { SettledNotices } from '../features/slips/settled-notices.tsx';
import { routeOf, routes } from '../paths.ts';
import { Part } from '../ui/load-failure/part.tsx';
import { PartBoundary } from '../ui/load-failure/part-boundary.tsx';
import { preloadable } from '../ui/preloadable.tsx';
import { Skeleton } from '../ui/skeleton/skeleton.tsx';
import { Toaster } from '../ui/toast/toast.tsx';
import { useMedia } from '../ui/use-media.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useScrollPlace } from './scroll-place.ts';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';

/** As in the styles. Desktops show the tabs, as a rail, on every screen. */
const DESKTOP = matchMedia('(min-width: 1024px)');
/** As in the styles. Wide desktops show the menu of Account beside its screens. */
const WIDE = matchMedia('(min-width: 1280px)');

/** Leaves the first seconds to the first screen. */
const BACKGROUND_AFTER_MS = 2_500;

const Background = preloadable(async () => (await import('./background.tsx')).Background);

const AccountMenu = preloadable(() =>
  withWords(['person'], async () => (await import('../features/account-menu/account-menu.tsx')).AccountMenu),
);

/** The frame of every screen: live stream, notices, tabs, toasts. */
export function Shell() {
  const route = routeOf(useLocation().pathname);
  const session = useSession();
  // Without an answer about the session the screen cannot be shown, but the tabs still work.
  const isLost = session.status === 'unknown' && session.error !== null;
  const hasTabs = useMedia(DESKTOP) || (route !== null && (routes[route].tab || isLost));
  const hasMenu = useMedia(WIDE) && session.me !== null && route !== null && hasAccountMenu(route);
  useScrollPlace(session.status);
  useEffect(() => {
    if (session.status === 'member') countVisit();
  }, [session.status]);
  return (
    <>
      <ReplacedPage />
      <Live />
      <SettledNotices />
      <MessageWatch />
      <ReceiptKeeping />
      <BookWatch />
      <AppUpdate />
      <Late />
      <div className={styles.page}>
        <ConnectionNotice />
        <div className={hasMenu ? styles.beside : undefined}>
          {hasMenu ? (
            <Part waiting={<div />}>
              <AccountMenu me={session.me} current={route} />
            </Part>
          ) : null}
          <div>
            <ErrorBoundary key={route}>
              <Suspense fallback={<Waiting />}>
                <Outlet />
              </Suspense>
            </ErrorBoundary>
          </div>
        </div>
      </div>
      {hasTabs ? <TabBar current={route} /> : null}
      <Toaster />
    </>
  );
}

/** If this script fails to load, the app runs without it and tries again when online. */
function Late() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), BACKGROUND_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!due) return null;
  return (
    <PartBoundary lost={() => null}>
      <Suspense fallback={null}>
        <Background />
      </Suspense>
    </PartBoundary>
  );
}

/** The frame of pages without a session. Sends no request that needs one. */
export function BareShell() {
  return (
    <>
      <ConnectionNotice />
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton blocks={[52, 160, 320]} />
    </div>
  );
}
