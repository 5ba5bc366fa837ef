import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { houseQuery } from './api/house/house.ts';
import { setRequestLocale } from './api/shared/client.ts';
import { App } from './app/app.tsx';
import { askFirst, firstScreen } from './app/first-screen.ts';
import { Providers, queryClient } from './app/providers.tsx';
import { repairUrl } from './app/repair-url.ts';
import { keepScrollPlaces } from './app/scroll-place.ts';
import { followAppearance } from './features/appearance/appearance.ts';
import { takeHostLink } from './features/host-link/stored-link.ts';
import { followInstallOffer } from './features/install/install-offer.ts';
import { speak } from './features/language/active-language.ts';
import { offeredLocales } from './features/language/load-messages.ts';
import { storedLocale } from './features/language/locale-provider.tsx';
import type { LocaleCode } from './features/language/locales.ts';
import { chooseLocale, LAST_RESORT } from './features/language/locales.ts';
import { followNetwork } from './features/live/connection-state.ts';
import { importFiles } from './features/load-failure/import-file.ts';
import { forgetUnnamedDrafts } from './features/session/drafts.ts';
import { routeOf } from './paths.ts';
import { followBrowserBack } from './ui/close-on-back/browser-back.ts';
import { countFilledFields } from './ui/field/filled-fields.ts';
import { askAgain, onAskAgain } from './ui/load-failure/load-failure.ts';
import { showHintOnLongPress } from './ui/mark/long-press-hint.ts';

const HOUSE_LOCALE_WAIT_MS = 1500;

/** Loads the member's language, else the browser's. Waits for the house's only if neither is offered. */
async function speakFirst(): Promise<void> {
  const own = ownLanguage();
  if (own !== null) return speak(own);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), HOUSE_LOCALE_WAIT_MS));
  const house = await Promise.race([queryClient.fetchQuery(houseQuery()).catch(() => null), late]);
  return speak(chooseLocale({ ...wishes(), house: house?.locale ?? null }, offeredLocales) ?? LAST_RESORT);
}

function wishes() {
  return { member: storedLocale(), browser: navigator.languages, house: null };
}

function ownLanguage(): LocaleCode | null {
  return chooseLocale(wishes(), offeredLocales);
}

async function start(): Promise<void> {
  // Set before the messages load, so that the first requests ask for the page's language.
  setRequestLocale(ownLanguage() ?? navigator.languages.join(', '));
  repairUrl();
  const route = routeOf(window.location.pathname);
  if (route === 'host') takeHostLink();
  const answers = askFirst(queryClient, route);
  forgetUnnamedDrafts();
  followAppearance();
  followInstallOffer();
  showHintOnLongPress();
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no #app');
  await untilSpoken(root);
  await firstScreen(route, answers);
  // In slices, so that a slow phone answers taps in between. The page shows a placeholder before it anyway.
  startTransition(() =>
    createRoot(root).render(
      <Providers>
        <App />
      </Providers>,
    ),
  );
}

/**
 * Waits for the messages. If none can be loaded, shows only a retry button, and continues automatically when they can.
 */
async function untilSpoken(root: HTMLElement): Promise<void> {
  for (;;) {
    try {
      await speakFirst();
      return;
    } catch {
      const again = document.createElement('button');
      again.className = 'start-again';
      again.textContent = '↻';
      again.ariaLabel = 'Tercet';
      again.onclick = askAgain;
      root.replaceChildren(again);
      await untilRetry();
      root.replaceChildren();
    }
  }
}

function untilRetry(): Promise<void> {
  return new Promise((resolve) => {
    const stop = onAskAgain(() => {
      stop();
      resolve();
    });
  });
}

importFiles();
followNetwork();
followBrowserBack();
keepScrollPlaces();
countFilledFields();
void start();
