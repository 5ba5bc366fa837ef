/** A lone surrogate: some keyboards delete one half of an emoji, and a paste may end within one. */
const HALF_CHARACTER = /\p{Surrogate}/gu;

/** Replacer for `JSON.stringify`: removes lone surrogates. Nobody sees them in a field, and the server refuses them. */
export function wholeCharacters(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(HALF_CHARACTER, '') : value;
}
