import { expect, test } from 'vitest';
import { type EnterEvent, submitsByEnter } from './enter-key.ts';

const down = (key: string, keyCode: number, more: Partial<EnterEvent> = {}): EnterEvent => ({
  ...{
    key,
    keyCode,
    isComposing: false,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
  },
  ...more,
});
const composing = { isComposing: true };

/** Keydown events in their order, as browsers send them, and how many of them submit: by Enter, by Ctrl and Enter. */
const RECORDED: [string, EnterEvent[], number, number][] = [
  ['Chrome, plain', [down('h', 72), down('i', 73), down('Enter', 13)], 1, 0],
  ['Chrome on a number pad', [down('Enter', 13)], 1, 0],
  // The first Enter takes the kanji, before compositionend; the second sends.
  [
    'Chrome on macOS, Japanese',
    [down('k', 229, composing), down(' ', 229, composing), down('Enter', 229, composing), down('Enter', 13)],
    1,
    0,
  ],
  ['Chrome on Windows, Japanese', [down('Process', 229, composing), down('Process', 229, composing)], 0, 0],
  // Hangul: the browser reports one press twice.
  ['Chrome on macOS, Korean', [down('ㅎ', 229, composing), down('Enter', 229, composing), down('Enter', 13)], 1, 0],
  ['Chrome on Windows, Korean', [down('Process', 229, composing), down('Enter', 13)], 1, 0],
  ['Chrome on Android', [down('Unidentified', 229), down('Unidentified', 229, composing), down('Enter', 13)], 1, 0],
  ['Firefox on Windows, Japanese', [down('Process', 229, composing), down('Enter', 13)], 1, 0],
  ['Firefox on macOS, Chinese', [down('n', 229, composing), down('Enter', 229, composing)], 0, 0],
  ['Firefox on Linux, ibus', [down('Process', 229, composing), down('Enter', 229, composing), down('Enter', 13)], 1, 0],
  // After compositionend, so that nothing but the code tells.
  ['Safari, Japanese', [down('k', 229, composing), down('Enter', 229)], 0, 0],
  ['Safari, Japanese, taken and sent', [down('Enter', 229), down('Enter', 13)], 1, 0],
  ['Safari, Chinese, letters as typed', [down('z', 229, composing), down('Enter', 229)], 0, 0],
  ['Safari on iOS, with a keyboard', [down('Enter', 229), down('Enter', 13)], 1, 0],
  ['a new line', [down('Enter', 13, { shiftKey: true }), down('Enter', 13, { altKey: true })], 0, 0],
  ['with Ctrl', [down('Control', 17, { ctrlKey: true }), down('Enter', 13, { ctrlKey: true })], 1, 1],
  ['with Cmd', [down('Meta', 91, { metaKey: true }), down('Enter', 13, { metaKey: true })], 1, 1],
  ['with Ctrl and Shift', [down('Enter', 13, { ctrlKey: true, shiftKey: true })], 0, 0],
  ['with Ctrl, while composing', [down('Enter', 229, { ctrlKey: true, isComposing: true })], 0, 0],
  ['with Cmd, in Safari after composing', [down('Enter', 229, { metaKey: true })], 0, 0],
  ['held down', [down('Enter', 13), down('Enter', 13, { repeat: true }), down('Enter', 13, { repeat: true })], 1, 0],
];

test.each(RECORDED)('%s', (_, events, byEnter, byCtrl) => {
  expect(events.filter((event) => submitsByEnter(event, 'enter'))).toHaveLength(byEnter);
  expect(events.filter((event) => submitsByEnter(event, 'ctrl-enter'))).toHaveLength(byCtrl);
});
