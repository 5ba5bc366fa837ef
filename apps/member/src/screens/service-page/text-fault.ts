const LENGTH_MAX = 2_000;

/** What keeps words from being sent, as the server counts; null: nothing. */
export function faultOfText(typed: string): 'empty' | 'long' | null {
  const words = typed.trim();
  if (words === '') return 'empty';
  return [...words].length > LENGTH_MAX ? 'long' : null;
}
