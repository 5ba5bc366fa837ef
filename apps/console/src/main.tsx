import './features/language/import-file.ts';
import './ui/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setRequestLocale } from './api/shared/client.ts';
import { App } from './app/app.tsx';
import { languages } from './features/language/language.ts';

const place = document.getElementById('app');
const failure = document.getElementById('failure');

try {
  await languages.start((language) => {
    document.documentElement.lang = language;
    setRequestLocale(language);
  });
  if (place) {
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  }
} catch {
  // Without its texts, the console can only say so in the words of the document.
  if (failure) failure.hidden = false;
}
