interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
}

/**
 * Name of a pressed key. On a Cyrillic keyboard the J key types О, so non-Latin letters are named by the key's
 * position. Caps Lock is ignored.
 */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key : key.toLowerCase();
  if (/^\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code) && !shiftKey) return code.slice('Key'.length).toLowerCase();
  return key;
}
