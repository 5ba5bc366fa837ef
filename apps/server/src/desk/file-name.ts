const LENGTH_MAX = 100;
/** Characters that could split a name, hide its extension or reverse it. */
const ODD = /[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

/** The displayed name of a file. Its extension is that of the actual content, whatever the upload was called. */
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
