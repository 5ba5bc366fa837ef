import { say } from '../toast/toast.tsx';

/** Shows the text of a mark on a long press, like a tooltip on hover. One listener serves all marks. */
export function showHintOnLongPress(): void {
  document.addEventListener('contextmenu', (event) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-word]') : null;
    if (mark?.dataset.word === undefined) return;
    event.preventDefault();
    say(mark.dataset.word);
  });
}
