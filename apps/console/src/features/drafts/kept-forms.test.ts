import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Every form keeps its unsaved values.

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), source: readFileSync(join(ROOT, path), 'utf8') }));

/** Secrets and searches are not kept: each with its reason. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'features/list/filter-panel.tsx': 'a search, which the address keeps',
  'features/list/search-filter.tsx': 'a search, which the address keeps',
  'features/search/search-dialog.tsx': 'a search, which ends with its dialog',
  'features/session/password-form.tsx': 'passwords',
  'features/session/sign-in-form.tsx': 'a password and a code',
  'features/session/step-up-dialog.tsx': 'a password or a code',
  'screens/audit/audit-filters.tsx': 'a search, which the address keeps',
  'screens/desk/bulk-threads-dialog.tsx': 'choices for the selected rows, which are not kept either',
  'screens/legal-holds/legal-holds.tsx': 'a search, which the address keeps',
  'screens/members/member-search.tsx': 'a search, which the address keeps',
  'screens/videos/video-search.tsx': 'a search, which the address keeps',
  'screens/visitors/number-search.tsx': 'a search, which the address keeps',
};
const FRAME = /(?<!\w)<(?:Form|ActDialog|ReasonDialog|PublishDialog)\b/g;
const FIELD = /(?<!\w)<(?:Span|Switch|RadioGroup|LanguageSelect|\w*(?:Words|Fields|Editor|Field))\b/;
const HOOK = /\buse(?:Reply)?Draft\b/;

test('every file with a form and its fields keeps their values', () => {
  const forms = SOURCES.filter(({ source }) => source.match(FRAME) !== null && FIELD.test(source));
  expect(forms.length).toBeGreaterThan(30);
  const lost = forms.filter(({ path, source }) => !HOOK.test(source) && !(path in NOT_KEPT));
  expect(lost.map(({ path }) => path)).toEqual([]);
});

test('typed text has no other state than a kept one', () => {
  const setters = /useState(?:<string>)?\((?:''|""|String\(|\w+\.\w+ \?\? '')/;
  const found = SOURCES.filter(({ path, source }) => setters.test(source) && !(path in NOT_KEPT));
  // The text typed into the box of saved replies is a search.
  expect(found.map(({ path }) => path)).toEqual(['features/conversations/canned-choice.tsx']);
});

test('every kept value is given to the act that saves it', () => {
  const unsaved = SOURCES.filter(({ path }) => path.startsWith('screens/')).filter(
    ({ source }) =>
      HOOK.test(source) && !/\bdraft(?:,|: unsaved|: unsent)|\bfields=\{draft\}|draft\.saved\(\)/.test(source),
  );
  expect(unsaved.map(({ path }) => path)).toEqual([]);
});
