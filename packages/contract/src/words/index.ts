export { type EnterEvent, submitsByEnter } from './enter-key.ts';
export { findIban, isIban, isMoreThanIban } from './iban.ts';
export { dropInvisible, oneLine } from './invisible.ts';
export { isSameOrShortened, type Likeness, likenessTo, likest } from './likeness.ts';
export { nameKeys } from './names.ts';
export { hasWords } from './search.ts';
export { tidyName } from './tidy-name.ts';
export { asciiDigits, plainCode, plainIban, plainPhone, plainText } from './typed.ts';
export { wholeCharacters } from './whole-characters.ts';
