import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { actions, app, dice, mark, receipts, state, verifier, verify } from '../src/locales/en.json';
import { Verifier } from './verifier.tsx';

// The words that the steps need, and no others: the page is to be read in an afternoon.
const messages = { actions, app, dice, mark, receipts, state, verifier, verify };

function followScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', apply);
  apply();
}

followScheme();
const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
createRoot(root).render(
  <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
    <Verifier />
  </IntlProvider>,
);
