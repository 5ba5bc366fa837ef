export { submitsByEnter } from './enter-key.ts';
export { isSameName, nameKeys } from './names.ts';
export { asciiDigits, dropInvisible, oneLine, plainCode, plainIban, plainPhone, plainText } from './typed.ts';
