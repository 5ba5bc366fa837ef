import { BrowserRouter } from 'react-router';
import { SignedIn } from '../features/session/signed-in.tsx';
import { Layout } from './layout.tsx';
import { PageRoutes, preloadHere } from './page-routes.tsx';

/** Resolves when the page in the address can be shown at once. */
export const pageHere = preloadHere();

/** All that signed-in staff see. It loads while they sign in. */
export function Shell() {
  return (
    <BrowserRouter basename="/console">
      <SignedIn>
        <Layout>
          <PageRoutes />
        </Layout>
      </SignedIn>
    </BrowserRouter>
  );
}
