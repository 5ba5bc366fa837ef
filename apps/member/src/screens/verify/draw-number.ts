/**
 * A draw id, or the number of a period without its lottery, forgiving about case, the spaces of a paste and the signs
 * that group digits; null if it is neither.
 */
export function readDrawNumber(text: string): string | null {
  const id = text.toLowerCase().replace(/\s+/g, '');
  if (/^[a-z][a-z0-9-]{0,31}\/(0|[1-9]\d{0,14})$/.test(id)) return id;
  const bare = id.replace(/^#/, '').replace(/(?<=\d)[.,'’_](?=\d{3})/g, '');
  return /^(0|[1-9]\d{0,14})$/.test(bare) ? bare : null;
}

/** Whether it is the number of a period alone. */
export function isBareNumber(draw: string): boolean {
  return /^\d+$/.test(draw);
}
