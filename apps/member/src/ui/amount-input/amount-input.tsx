import { type ChangeEvent, type ComponentProps, useRef } from 'react';
import { useLocale } from 'use-intl';
import { type AmountText, typeAmount } from './type-amount.ts';

interface AmountInputProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'autoComplete' | 'dir' | 'onCompositionStart'> {
  /** The text from `onType`, or an amount as `groupedText` writes it. */
  text: string;
  onType(text: string): void;
}

/** The input of every amount. Sets thousands separators while the person types, and keeps the caret in its place. */
export function AmountInput({ text, onType, ...rest }: AmountInputProps) {
  const locale = useLocale();
  /** The last text with separators of the person's own. */
  const typed = useRef<string | null>(null);
  /** The text before an input method began to compose, whose unfinished characters stay untouched. */
  const composedOn = useRef<AmountText | null>(null);
  const shown: AmountText = { text, isGrouped: text !== typed.current };

  function take(input: HTMLInputElement, before: AmountText, inputType: string): void {
    const caret = input.selectionStart ?? input.value.length;
    const deletesForward = inputType === 'deleteContentForward';
    const next = typeAmount(before, { text: input.value, caret, deletesForward }, locale);
    typed.current = next.isGrouped ? null : next.text;
    // Before React sets the same text, which would move the caret to the end.
    input.value = next.text;
    input.setSelectionRange(next.caret, next.caret);
    onType(next.text);
  }

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const { isComposing = false, inputType = '' } = nativeEvent as Partial<InputEvent>;
    if (!isComposing) {
      take(currentTarget, shown, inputType);
      return;
    }
    composedOn.current ??= shown;
    typed.current = currentTarget.value;
    onType(currentTarget.value);
  }

  return (
    <input
      {...rest}
      dir="ltr"
      autoComplete="off"
      value={text}
      onChange={change}
      onCompositionEnd={({ currentTarget }) => {
        const before = composedOn.current;
        composedOn.current = null;
        if (before !== null) take(currentTarget, before, '');
      }}
    />
  );
}
