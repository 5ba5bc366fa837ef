import '../src/ui/tokens.css';
import '../src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { Languages } from './languages.tsx';
import { Verifier } from './verifier.tsx';

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
createRoot(root).render(
  <Languages>
    <Verifier />
  </Languages>,
);
