import { onPhone } from '@tercet/contract/text-storage.ts';
import { FILMS_A_PAGE } from '../api/shared/page-size.ts';
import { prefetch } from '../api/shared/prefetch.ts';
import { chooseLocale, type LocaleCode } from '../features/language/locales.ts';
import { routeOf } from '../paths.ts';

/**
 * `/ahead.js`: a small script beside the app's entry. Requests what the current screen needs while the app loads. The
 * build inserts the list of files.
 */
interface Plan {
  /** Names of all files, without folder and extension. */
  files: readonly string[];
  /** Files of each screen, as indexes into `files`, by route. */
  screens: Record<string, readonly number[]>;
  /** Folder of the message groups, by language. */
  words: Partial<Record<LocaleCode, string>>;
  /** Message groups of each screen. */
  says: Record<string, readonly string[]>;
}

/** Replaced by the build, in one place only. */
declare const AHEAD_PLAN: Plan;
const plan = AHEAD_PLAN;

const route = routeOf(location.pathname) ?? 'home';
const offered = Object.keys(plan.words) as LocaleCode[];
const language = chooseLocale(
  { member: onPhone.read('tercet.locale'), browser: navigator.languages, house: null },
  offered,
);

// On this screen a private link replaces the member's session.
if (route !== 'host') prefetch(addressesOf(), language ?? navigator.languages.join(', '));
if (language !== null) {
  for (const group of ['first', ...(plan.says[route] ?? [])]) {
    preload(`${plan.words[language]}/${group}.json`, { rel: 'preload', as: 'fetch' });
  }
}
for (const place of plan.screens[route] ?? []) {
  const name = plan.files[place];
  if (name !== undefined) preload(`${name}.js`, { rel: 'modulepreload' });
}

/** URLs of the first screen's requests, exactly as `first-screen.ts` sends them. */
function addressesOf(): string[] {
  const search = new URLSearchParams(location.search);
  const both = ['/api/house', '/api/session'];
  if (route === 'home') return [...both, '/api/lotteries', '/api/videos/featured'];
  if (route === 'game' && location.search === '') return [...both, '/api/lottery-classes', '/api/lotteries'];
  if (route === 'video' && location.search === '')
    return [...both, '/api/video-classes', `/api/videos?limit=${FILMS_A_PAGE}`];
  const key = search.get('key');
  if (route === 'lottery' && key !== null) return [...both, `/api/lotteries/${encodeURIComponent(key)}`];
  return both;
}

function preload(name: string, attributes: { rel: string; as?: string }): void {
  const link = document.createElement('link');
  // The mode and credentials of `import` and `fetch`, so that these use the preloaded answer.
  Object.assign(link, attributes, { crossOrigin: 'anonymous', href: `/assets/${name}` });
  document.head.append(link);
}
