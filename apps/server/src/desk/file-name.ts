const LENGTH_MAX = 100;
/** What would part a name, hide its ending, or turn it around. */
const ODD = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** The name of a file as it is shown: the ending says what it is now, whatever it was called. */
export function readFileName(typed: string, kind: 'picture' | 'pdf'): string {
  const plain = typed
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(ODD, '')
    .replace(/\.[^.]{0,8}$/u, '')
    .trim();
  const stem = [...plain].slice(0, LENGTH_MAX).join('').replace(/^\.+/, '').trim();
  return `${stem === '' ? kind : stem}.${kind === 'pdf' ? 'pdf' : 'webp'}`;
}
