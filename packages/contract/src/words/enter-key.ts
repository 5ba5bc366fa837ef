/** What of a keyboard event says whether Enter submits; of React's events it is `nativeEvent`. */
export interface EnterEvent {
  key: string;
  keyCode: number;
  isComposing: boolean;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** A key that an input method took: browsers say so in the deprecated code alone, and Safari nowhere else. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Whether this keydown submits a box. By `enter` alone or with Ctrl or Cmd, where Shift or Alt begins a line; by
 * `ctrl-enter` only with Ctrl or Cmd, since Enter begins a line there. Never while an input method is composing: Safari
 * reports that Enter after `compositionend`. Nor while the key is held down, so that nothing is sent twice.
 */
export function submitsByEnter(event: EnterEvent, by: 'enter' | 'ctrl-enter'): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) return false;
  if (event.shiftKey || event.altKey || event.repeat) return false;
  return by === 'enter' || event.ctrlKey || event.metaKey;
}
