import { plainText } from '@tercet/contract/words.ts';

/**
 * Reads a draw id, or the number of a period without its lottery, also from the URL of a check. Ignores case, width,
 * pasted spaces, a label before it and digit separators. Null if it is neither.
 */
export function readDrawNumber(text: string): string | null {
  const plain = (drawOfAddress(text) ?? plainText(text)).toLowerCase();
  const id = plain.replace(/^\p{L}+[\s:]+(?=[a-z][a-z0-9-]*\s*\/)/u, '').replaceAll(/\s+/g, '');
  if (/^[a-z][a-z0-9-]{0,31}\/(0|[1-9]\d{0,14})$/.test(id)) return id;
  const bare = id.replace(/^#/, '').replaceAll(/(?<=\d)[.,'’_](?=\d{3})/g, '');
  return /^(0|[1-9]\d{0,14})$/.test(bare) ? bare : null;
}

/** The draw in a URL of a check. */
function drawOfAddress(text: string): string | null {
  const address = text.trim();
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).searchParams.get('draw') : null;
}

/** True for a period number without a lottery. */
export function isBareNumber(draw: string): boolean {
  return /^\d+$/.test(draw);
}
