import { asciiDigits } from '@tercet/contract/words.ts';
import { type AmountSigns, groupedText, signsOf } from './amount-signs.ts';

/** Text of an amount field. `isGrouped`: its separators were set by the field, not typed. */
export interface AmountText {
  text: string;
  isGrouped: boolean;
}

/** A field after the browser has applied one edit. */
export interface AmountEdit {
  text: string;
  /** Where the caret is, in UTF-16 units. */
  caret: number;
  /** The delete key, which takes what is after the caret. */
  deletesForward?: boolean;
}

const UNFINISHED = /^[0-9]*(?:\.[0-9]*)?$/;
const ARABIC_DECIMAL = '\u066b';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The field's text and caret after an edit, with thousands separators in the language of the reader.
 *
 * Groups only digits and the language's decimal sign. Any other text stays as typed, without the separators that the
 * field has set: the person may write another notation, such as a decimal comma in English, and `readAmount` decides.
 */
export function typeAmount(before: AmountText, edit: AmountEdit, locale: string): AmountText & { caret: number } {
  const signs = signsOf(locale);
  const { head, inserted, tail } = ownSignsRemoved(before, visible(edit), signs);
  const [plainHead, plain] = [head + inserted, head + inserted + tail].map((text) => plainOf(text, signs));
  if (plain !== undefined && plainHead !== undefined && UNFINISHED.test(plain)) {
    const text = groupedText(plain, locale);
    return { text, caret: caretBehind(plainHead.length, text, signs), isGrouped: true };
  }
  const text = head + inserted + tail;
  return { text, caret: head.length + inserted.length, isGrouped: isAsGrouped(text, inserted, locale) };
}

/** The edit without invisible characters: a pasted direction mark would show other digits than are read. */
function visible({ text, caret, ...edit }: AmountEdit): AmountEdit {
  const drop = (part: string): string => part.replaceAll(INVISIBLE, '');
  return { ...edit, text: drop(text), caret: drop(text.slice(0, caret)).length };
}

/** The text before, in and after the edit. Removes separators set by the field from the outer parts. */
function ownSignsRemoved(before: AmountText, edit: AmountEdit, signs: AmountSigns) {
  const parts = partsOf(before.text, edit);
  if (!before.isGrouped) return parts;
  let [head, tail] = [parts.head, parts.tail].map((text) => text.replaceAll(signs.group, '')) as [string, string];
  // Deleting a separator deletes the digit beside it; otherwise the key would do nothing.
  if (parts.inserted === '' && parts.removed === signs.group) {
    if (edit.deletesForward === true) tail = tail.slice(1);
    else head = head.slice(0, -1);
  }
  // A typed space separates thousands, as the field does automatically.
  const inserted = /^\s$/u.test(parts.inserted) ? '' : parts.inserted;
  return { head, inserted, tail };
}

/** Finds what one edit inserted and removed: an edit ends at the caret. */
function partsOf(before: string, { text, caret }: AmountEdit) {
  const tail = text.slice(caret);
  const kept = before.length - tail.length;
  if (kept < 0 || before.slice(kept) !== tail) return { head: '', inserted: text, removed: before, tail: '' };
  let start = 0;
  while (start < Math.min(caret, kept) && before[start] === text[start]) start += 1;
  return { head: text.slice(0, start), inserted: text.slice(start, caret), removed: before.slice(start, kept), tail };
}

/** ASCII digits and a point for the language's decimal sign; other characters stay. */
function plainOf(text: string, { decimal }: AmountSigns): string {
  return Array.from(asciiDigits(text), (char) => {
    if (char === decimal || char === ARABIC_DECIMAL) return '.';
    return char === '.' ? '\0' : char;
  }).join('');
}

/** The caret's place behind the first `count` digits and decimal signs. */
function caretBehind(count: number, text: string, { group }: AmountSigns): number {
  let left = count;
  let at = 0;
  while (left > 0 && at < text.length) {
    if (text[at] !== group) left -= 1;
    at += 1;
  }
  return at;
}

/** True for a pasted amount that is written as the field would write it. */
function isAsGrouped(text: string, inserted: string, locale: string): boolean {
  const signs = signsOf(locale);
  const plain = plainOf(text.replaceAll(signs.group, ''), signs);
  return inserted.length > 1 && UNFINISHED.test(plain) && groupedText(plain, locale) === text;
}

/** True for digits in groups that are not complete yet, such as `1,234,5` on the way to `1,234,567`. */
export function isHalfGrouped(text: string, locale: string): boolean {
  const { group } = signsOf(locale);
  const [first = '', ...others] = asciiDigits(text).split(group);
  const last = others.pop() ?? '';
  return (
    others.length > 0 &&
    /^[1-9][0-9]{0,2}$/.test(first) &&
    others.every((digits) => /^[0-9]{3}$/.test(digits)) &&
    /^[0-9]{0,2}$/.test(last)
  );
}
