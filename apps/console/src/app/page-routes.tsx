import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import type { ResourceApi } from '../api/shared/data-provider.ts';
import { mayDo } from '../api/staff/session.ts';
import { LoadingList } from '../features/list/list-states.tsx';
import type { ConsolePage } from '../features/pages/console-page.ts';
import { lazyScreen } from '../features/pages/lazy-screen.ts';
import { PageContext } from '../features/pages/page-context.ts';
import { useMe } from '../features/session/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { PAGES } from './pages.ts';

const Account = lazyScreen(async () => (await import('../screens/account/account.tsx')).Account);
const UNREAD: ResourceApi = { keyOf: () => '' };

/** Loads the file of the page in the address, beside the shell. */
export function preloadHere(): void {
  const [name, , last] = location.pathname.split('/').slice(2);
  const page = PAGES.find((one) => one.name === name);
  (last === 'show' ? page?.show : page?.list)?.preload?.();
}

/** Pages on which the role may read or act. */
export function PageRoutes() {
  const me = useMe();
  const { pathname } = useLocation();
  const open = PAGES.filter(({ needs }) => mayDo(me, needs));
  const first = open.find(({ isHidden }) => !isHidden)?.name ?? 'account';
  const [, name = first] = pathname.split('/');
  return (
    <ErrorBoundary place={pathname}>
      {/* A boundary for each page shows at once that another page loads. */}
      <Suspense key={name} fallback={<LoadingPage />}>
        <Routes>
          <Route path="/" element={<Navigate to={`/${first}`} replace />} />
          <Route path="/account" element={<Account />} />
          {open.map((page) => (
            <Route key={page.name} path={`/${page.name}/*`} element={<ScreensOf page={page} />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadingPage() {
  return (
    <Stack spacing={2}>
      <LoadingList columns={4} />
    </Stack>
  );
}

/** The list of a page, and its items by key. */
function ScreensOf({ page }: { page: ConsolePage }) {
  const { name, list: List, show: Show, create: Create, edit: Edit, api = UNREAD } = page;
  return (
    <PageContext value={{ name, api: typeof api === 'function' ? api : async () => api }}>
      <Routes>
        <Route index element={<List />} />
        {Create ? <Route path="create" element={<Create />} /> : null}
        {Show ? <Route path=":id/show" element={<Show />} /> : null}
        {Edit ? <Route path=":id" element={<Edit />} /> : Show ? <Route path=":id" element={<ToShow />} /> : null}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </PageContext>
  );
}

/** An id without `/show` leads to its record. */
function ToShow() {
  const { id = '' } = useParams();
  return <Navigate to={`../${encodeURIComponent(id)}/show`} replace />;
}
