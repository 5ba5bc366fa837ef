import { Suspense, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { BookWatch } from '../features/book/book-watch.tsx';
import { CheckWatch } from '../features/checks/check-watch.tsx';
import { AppWatch } from '../features/kept-app/app-watch.tsx';
import { Live } from '../features/live/live.tsx';
import { MessageWatch } from '../features/messages/message-watch.tsx';
import { PushWatch } from '../features/push/push-watch.tsx';
import { ReceiptKeeping } from '../features/receipts/receipt-keeping.tsx';
import { ReplacedPage } from '../features/session/replaced-page.tsx';
import { useSession } from '../features/session/use-session.ts';
import { SettledNotices } from '../features/slips/settled-notices.tsx';
import { routeOf, routes } from '../paths.ts';
import { Skeleton } from '../ui/skeleton/skeleton.tsx';
import { Toaster } from '../ui/toast/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LineNotice } from './line-notice.tsx';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';

const PLACES_MAX = 50;
const places = new Map<string, number>();

/** What stands around every screen: the line to the server, the tab bar, the short messages. */
export function Shell() {
  const route = routeOf(useLocation().pathname);
  const session = useSession();
  // A screen that cannot be shown for want of an answer leaves the other ways open.
  const isLost = session.status === 'unknown' && session.error !== null;
  useScrollPlace();
  return (
    <>
      <ReplacedPage />
      <Live />
      <SettledNotices />
      <MessageWatch />
      <PushWatch />
      <ReceiptKeeping />
      <LineNotice />
      <BookWatch />
      <CheckWatch />
      <AppWatch />
      <ErrorBoundary key={route}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      {route !== null && (routes[route].tab || isLost) ? <TabBar current={route} /> : null}
      <Toaster />
    </>
  );
}

/** Around a page that is nobody's member's: nothing of a session is asked for. */
export function BareShell() {
  return (
    <>
      <LineNotice />
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

/** A new screen starts at its top with the focus on its title; going back finds the old place again. */
function useScrollPlace(): void {
  const { key, pathname } = useLocation();
  const kind = useNavigationType();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pathname is what a new screen is told by.
  useLayoutEffect(() => {
    window.scrollTo(0, kind === 'POP' ? (places.get(key) ?? 0) : 0);
    if (!first.current) document.getElementById('screen-title')?.focus({ preventScroll: true });
    first.current = false;
    return () => {
      places.set(key, window.scrollY);
      const oldest = places.keys().next().value;
      if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
    };
  }, [pathname]);
}
