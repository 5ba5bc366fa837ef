export { submitsByEnter } from './enter-key.ts';
export { findIban, isIban, isMoreThanIban } from './iban.ts';
export { isSameOrShortened, type Likeness, likenessTo, likest } from './likeness.ts';
export { nameKeys } from './names.ts';
export { hasWords } from './search.ts';
export { tidyName } from './tidy-name.ts';
export {
  asciiDigits,
  dropInvisible,
  oneLine,
  plainCode,
  plainIban,
  plainPhone,
  plainText,
  wholeCharacters,
} from './typed.ts';
