import { plainText } from '@tercet/contract/words.ts';

/**
 * A draw id, or the number of a period without its lottery, forgiving about case, width, the spaces of a paste, a label
 * before it and the signs that group digits; also out of the address of a check. Null if it is neither.
 */
export function readDrawNumber(text: string): string | null {
  const plain = (drawOfAddress(text) ?? plainText(text)).toLowerCase();
  const id = plain.replace(/^\p{L}+[\s:]+(?=[a-z][a-z0-9-]*\s*\/)/u, '').replaceAll(/\s+/g, '');
  if (/^[a-z][a-z0-9-]{0,31}\/(0|[1-9]\d{0,14})$/.test(id)) return id;
  const bare = id.replace(/^#/, '').replaceAll(/(?<=\d)[.,'’_](?=\d{3})/g, '');
  return /^(0|[1-9]\d{0,14})$/.test(bare) ? bare : null;
}

/** The draw that a link to a check names. */
function drawOfAddress(text: string): string | null {
  const address = text.trim();
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).searchParams.get('draw') : null;
}

/** Whether it is the number of a period alone. */
export function isBareNumber(draw: string): boolean {
  return /^\d+$/.test(draw);
}
