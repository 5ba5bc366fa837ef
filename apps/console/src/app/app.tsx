import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { AdminContext, AdminUI, CustomRoutes, memoryStore, Resource } from 'react-admin';
import { BrowserRouter, Navigate, Route, useLocation } from 'react-router';
import { setHooks, setRequestLocale } from '../api/shared/client.ts';
import { createDataProvider } from '../api/shared/data-provider.ts';
import { mayDo } from '../api/staff/session.ts';
import { createI18n } from '../features/language/i18n.ts';
import type { ConsolePage } from '../features/pages/console-page.ts';
import { Gate } from '../features/session/gate.tsx';
import { session, useMe } from '../features/session/store.ts';
import { Account } from '../screens/account/account.tsx';
import { darkTheme, lightTheme } from '../ui/theme.ts';
import { rememberedTheme } from './appearance.ts';
import { Broken, NotFound } from './error-pages.tsx';
import { Layout } from './layout.tsx';
import { PAGES } from './pages.ts';

// Generated styles carry the nonce of this response; the content security policy refuses others.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const styles = createCache({ key: 'console', nonce, prepend: true });

const i18n = createI18n((language) => {
  document.documentElement.lang = language;
  setRequestLocale(language);
});
const dataProvider = createDataProvider(
  Object.fromEntries(PAGES.flatMap(({ name, api }) => (api === undefined ? [] : [[name, api]]))),
);
// A retry would add a second entry to the audit log.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const theme = rememberedTheme();
const store = memoryStore(theme === undefined ? {} : { theme });

setHooks({
  onSignedOut: session.noteEnd,
  prove: session.prove,
  onUsed: session.noteUse,
  onReplaced: session.noteReplaced,
  caller: session.caller,
});

export function App() {
  return (
    <CacheProvider value={styles}>
      <BrowserRouter basename="/console">
        <AdminContext
          dataProvider={dataProvider}
          i18nProvider={i18n}
          queryClient={queries}
          store={store}
          theme={lightTheme}
          darkTheme={darkTheme}
        >
          <Gate>
            <Pages />
          </Gate>
        </AdminContext>
      </BrowserRouter>
    </CacheProvider>
  );
}

interface ListPlaceProps {
  name: string;
  hasShow: boolean;
  list: NonNullable<ConsolePage['list']>;
}

/**
 * Shows a list at its own URL only; react-admin would show it at every URL below. An id there leads to its record. Any
 * other URL is not found.
 */
function ListPlace({ name, hasShow, list: List }: ListPlaceProps) {
  const below = useLocation().pathname.split('/').filter(Boolean).slice(1);
  if (below.length === 0) return <List />;
  if (below.length === 1 && hasShow) return <Navigate to={`/${name}/${below[0]}/show`} replace />;
  return <NotFound />;
}

/** Pages on which the role may read or act. */
function Pages() {
  const me = useMe();
  const open = PAGES.filter(({ needs }) => mayDo(me, needs));
  const first = open.find(({ isHidden }) => !isHidden)?.name ?? 'account';
  return (
    <AdminUI layout={Layout} catchAll={NotFound} error={Broken} disableTelemetry title="Tercet">
      {open.map(({ name, list, show, create, edit }) => (
        <Resource
          key={name}
          name={name}
          {...(list ? { list: <ListPlace name={name} hasShow={show !== undefined} list={list} /> } : {})}
          {...(show ? { show } : {})}
          {...(create ? { create } : {})}
          {...(edit ? { edit } : {})}
        />
      ))}
      <CustomRoutes>
        <Route path="/" element={<Navigate to={`/${first}`} replace />} />
        <Route path="/account" element={<Account />} />
      </CustomRoutes>
    </AdminUI>
  );
}
