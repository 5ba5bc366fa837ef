import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import type { ResourceApi } from '../api/shared/data-provider.ts';
import { mayDo, type StaffMe } from '../api/staff/session.ts';
import { LoadingList } from '../features/list/list-states.tsx';
import type { ConsolePage } from '../features/pages/console-page.ts';
import { lazyScreen } from '../features/pages/lazy-screen.ts';
import { type OpenPage, PageContext } from '../features/pages/page-context.ts';
import { session, useMe } from '../features/session/store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { PAGES } from './pages.ts';
import { queries } from './queries.ts';

const Account = lazyScreen(async () => (await import('../screens/account/account.tsx')).Account);
const UNREAD: ResourceApi = { keyOf: () => '' };

/** The longest wait for the rows of a list before the page is shown without them. */
const ROWS_MS_MAX = 500;

/**
 * Loads the file of the page in the address, beside the shell. Reads a list as soon as the account is known, since a
 * page that is drawn once with its rows is there sooner than one that is drawn twice. Never rejects.
 */
export async function preloadHere(): Promise<void> {
  const [name, key, last] = location.pathname.split('/').slice(2);
  const page = PAGES.find((one) => one.name === name);
  if (page === undefined) return;
  const rows = page.api !== undefined && key === undefined ? preloadRows(page).catch(() => {}) : undefined;
  await (last === 'show' ? page.show : page.list)?.preload?.();
  await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, ROWS_MS_MAX))]);
}

async function preloadRows(page: ConsolePage): Promise<void> {
  const open = openPage(page);
  const [{ preloadList }, me] = await Promise.all([import('../features/list/list-query.ts'), signedIn(), open.api()]);
  if (mayDo(me, page.needs)) await preloadList(queries, open, location.search);
}

/** The signed-in account, now or once it is known. */
function signedIn(): Promise<StaffMe> {
  return new Promise((resolve) => {
    const stop = session.subscribe(look);
    function look(): void {
      const { status, me } = session.read();
      if (status !== 'in' || me === null) return;
      stop();
      resolve(me);
    }
    look();
  });
}

function openPage({ name, api = UNREAD, defaultFilter }: ConsolePage): OpenPage {
  return { name, api: typeof api === 'function' ? api : async () => api, defaultFilter };
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
  const { list: List, show: Show, create: Create, edit: Edit } = page;
  return (
    <PageContext value={openPage(page)}>
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
