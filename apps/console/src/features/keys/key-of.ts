interface Pressed {
  key: string;
  code: string;
  shiftKey: boolean;
}

/**
 * What a key is called here. On a Cyrillic keyboard the key of J writes О: letters that are not Latin go by the place
 * of their key, as it is printed beside them. Caps Lock is no other key.
 */
export function keyOf({ key, code, shiftKey }: Pressed): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key : key.toLowerCase();
  if (/^\p{L}$/u.test(key) && /^Key[A-Z]$/.test(code) && !shiftKey) return code.slice('Key'.length).toLowerCase();
  return key;
}
