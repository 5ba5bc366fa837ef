import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enterEffect, enterTargetOf } from './enter-rule.ts';

const ENTER = {
  ...{ key: 'Enter', keyCode: 13, isComposing: false, repeat: false },
  ...{ shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
};
const CHORDS = [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { ctrlKey: true, shiftKey: true }];

test.each(CHORDS)('Enter with %o in a line submits sign-in and search alone', (chord) => {
  const event = { ...ENTER, ...chord };
  expect(enterEffect(event, 'line', 'press')).toBe('block');
  expect(enterEffect(event, 'line', 'message')).toBe('block');
  expect(enterEffect(event, 'line', 'enter')).toBe('leave');
});

test('Ctrl or Cmd with Enter submits in the text area of a message box alone', () => {
  for (const chord of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(enterEffect({ ...ENTER, ...chord }, 'text-area', 'message')).toBe('submit');
    expect(enterEffect({ ...ENTER, ...chord }, 'text-area', 'press')).toBe('leave');
    expect(enterEffect({ ...ENTER, ...chord, repeat: true }, 'text-area', 'message')).toBe('leave');
  }
  expect(enterEffect(ENTER, 'text-area', 'message')).toBe('leave');
  expect(enterEffect({ ...ENTER, key: 'a' }, 'line', 'press')).toBe('leave');
});

test('a switch counts as a line, a button does not', () => {
  expect(enterTargetOf({ tagName: 'INPUT', type: 'text' })).toBe('line');
  expect(enterTargetOf({ tagName: 'INPUT', type: 'checkbox' })).toBe('line');
  expect(enterTargetOf({ tagName: 'INPUT', type: 'datetime-local' })).toBe('line');
  expect(enterTargetOf({ tagName: 'INPUT', type: 'submit' })).toBe('other');
  expect(enterTargetOf({ tagName: 'BUTTON', type: 'submit' })).toBe('other');
  expect(enterTargetOf({ tagName: 'TEXTAREA' })).toBe('text-area');
});

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), source: readFileSync(join(ROOT, path), 'utf8') }));

function filesWith(pattern: RegExp): string[] {
  return SOURCES.filter(({ source }) => pattern.test(source)).map(({ path }) => path);
}

test('all forms are the form of this folder', () => {
  const own = ['features/forms/form.tsx'];
  expect(filesWith(/<form\b|component=['"{]+form\b|\bnoValidate\b/)).toEqual(own);
  expect(filesWith(/requestSubmit|\.submit\(\)/)).toEqual([]);
  expect(filesWith(/submitsByEnter|=== 'Enter'|!== 'Enter'/)).toEqual(['features/forms/enter-rule.ts']);
});

test('Enter in a line submits sign-in, its second step and searches, and nothing else', () => {
  expect(filesWith(/\bby="enter"|atSignIn \? 'enter'|\bbyEnter$/m).toSorted()).toEqual([
    'features/list/filter-panel.tsx',
    'features/list/search-filter.tsx',
    'features/search/search-dialog.tsx',
    'features/session/password-form.tsx',
    'features/session/sign-in-form.tsx',
    'features/session/step-up-dialog.tsx',
    'screens/audit/audit-filters.tsx',
    'screens/legal-holds/legal-holds.tsx',
    'screens/members/member-search.tsx',
    'screens/videos/video-search.tsx',
    'screens/visitors/number-search.tsx',
  ]);
  expect(filesWith(/\bby="message"/)).toEqual(['features/conversations/reply-box.tsx']);
});
