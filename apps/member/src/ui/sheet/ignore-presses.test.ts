import { expect, test } from 'vitest';
import { ignorePresses } from './ignore-presses.ts';

/** A page that counts the events that reach it. */
function pageAt() {
  const page = new EventTarget();
  const clock = { ms: 0 };
  ignorePresses(page, () => clock.ms);
  const reached: string[] = [];
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown'])
    page.addEventListener(type, () => reached.push(type));
  return {
    reached,
    press: (type: string, atMs: number) => {
      clock.ms = atMs;
      page.dispatchEvent(new Event(type, { cancelable: true }));
    },
  };
}

test('a press within half a second reaches nothing, however late it ends; a later one does', () => {
  const { press, reached } = pageAt();
  press('pointerdown', 499);
  press('pointerup', 2_000);
  press('click', 2_001);
  expect(reached).toEqual([]);
  press('pointerdown', 2_400);
  press('pointerup', 2_450);
  press('click', 2_451);
  expect(reached).toEqual(['pointerdown', 'pointerup', 'click']);
});

test('a press after half a second and a key within it reach the page', () => {
  const { press, reached } = pageAt();
  press('keydown', 100);
  press('pointerdown', 500);
  expect(reached).toEqual(['keydown', 'pointerdown']);
});
