import { say } from '../toast/toast.tsx';

/** A long press on a mark tells its word, as pointing at it does with a mouse. One listener for all marks. */
export function showHintOnLongPress(): void {
  document.addEventListener('contextmenu', (event) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-word]') : null;
    if (mark?.dataset.word === undefined) return;
    event.preventDefault();
    say(mark.dataset.word);
  });
}
