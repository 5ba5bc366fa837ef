import { createElement } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router';
import { MemberOnly } from '../features/session/member-only.tsx';
import { UnlessRestricted } from '../features/session/unless-restricted.tsx';
import type { RouteName } from '../paths.ts';
import { isOpenWhileRestricted, paths, routeNames, routes } from '../paths.ts';
import { NotFound } from './not-found.tsx';
import { screens } from './screens.ts';
import { BareShell, Shell } from './shell.tsx';

export function App() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<Navigate to={paths.home()} replace />} />
          {routeNames.map((name) =>
            isByLink(name) ? null : <Route key={name} path={routes[name].path} element={screenOf(name)} />,
          )}
          <Route path="*" element={<NotFound />} />
        </Route>
        <Route element={<BareShell />}>
          {routeNames.filter(isByLink).map((name) => (
            <Route key={name} path={routes[name].path} element={createElement(screens[name])} />
          ))}
        </Route>
      </Routes>
    </BrowserRouter>
  );
}

function isByLink(name: RouteName): boolean {
  return routes[name].access === 'link';
}

function screenOf(name: RouteName) {
  const made = createElement(screens[name]);
  const screen = isOpenWhileRestricted(name) ? made : <UnlessRestricted>{made}</UnlessRestricted>;
  return routes[name].access === 'member' ? <MemberOnly>{screen}</MemberOnly> : screen;
}
