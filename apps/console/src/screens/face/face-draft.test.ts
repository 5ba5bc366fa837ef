import { expect, test } from 'vitest';
import { accentIssue, readColour, readFaceForm } from './face-draft.ts';

test.each([
  ['#0E6E63', '#0e6e63'],
  ['0e6e63', '#0e6e63'],
  [' #0E6 ', '#00ee66'],
  ['teal', null],
  ['#0e6e6', null],
  ['', null],
])('the colour %j is %j', (typed, read) => {
  expect(readColour(typed)).toBe(read);
});

test('an accent is refused with its contrast, or because it is no colour', () => {
  expect(accentIssue('#ffcc00', 'light')).toMatchObject({ theme: 'light', ratio: 1.2 });
  expect(accentIssue('#ffcc00', 'dark')).toBeNull();
  expect(accentIssue('gold', 'dark')).toBe('unreadable');
});

test('a face is sent only with a name and two readable accents', () => {
  const face = {
    name: ' Orkhon ',
    accentLight: '#7A1FA2',
    accentDark: '#d9a6f0',
    ground: 'paper' as const,
    logo: null,
  };
  expect(readFaceForm(face)).toEqual({ ...face, name: 'Orkhon', accentLight: '#7a1fa2' });
  for (const part of [{ name: ' ' }, { accentLight: '#ffcc00' }, { accentDark: '#0e6e63' }, { accentDark: 'x' }]) {
    expect(readFaceForm({ ...face, ...part })).toBeNull();
  }
});
