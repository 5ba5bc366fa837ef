const LENGTH_MAX = 2_000;

/** Why a message cannot be sent; null if it can. Counts code points, as the server does. */
export function faultOfText(typed: string): 'empty' | 'long' | null {
  const words = typed.trim();
  if (words === '') return 'empty';
  return [...words].length > LENGTH_MAX ? 'long' : null;
}
