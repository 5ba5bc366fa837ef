import { guardPresses, type PressGuard, placeOf } from '@tercet/contract/press-guard.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface SpendButtonProps extends ButtonProps {
  /** Identifies the step if one button serves several. Each is guarded separately, and the button keeps its focus. */
  step?: string;
}

/**
 * Button of an action that spends money, gives consent or is irreversible. It ignores the second half of a double tap
 * on the previous step's button. Looks like `Button`.
 */
export function SpendButton({ step = '', onClick, ...props }: SpendButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const guard = useRef<PressGuard | null>(null);
  const heldKeys = useRef(new Set<string>());
  const [armedStep, setArmedStep] = useState<string | null>(null);
  // Before the next event, which would otherwise be judged by the guard of the step before.
  useLayoutEffect(() => {
    setArmedStep(null);
    const made = guardPresses({
      place: () => placeOf(button.current, window),
      onArmed: () => setArmedStep(step),
    });
    if (guard.current !== null) {
      // What was pressed in the step before does not act in this one, however late it is released.
      made.pointerDown();
      if (heldKeys.current.size > 0) made.keyDown(false);
    }
    guard.current = made;
    return () => made.stop();
  }, [step]);
  useEffect(() => {
    const held = heldKeys.current;
    const pointerDown = () => guard.current?.pointerDown();
    const keyDown = (event: KeyboardEvent) => {
      held.add(event.code);
      guard.current?.keyDown(event.repeat);
    };
    const keyUp = (event: KeyboardEvent) => held.delete(event.code);
    const blur = () => held.clear();
    // On the document, since a press that began outside the button must be known too.
    document.addEventListener('pointerdown', pointerDown, true);
    document.addEventListener('keydown', keyDown, true);
    document.addEventListener('keyup', keyUp, true);
    window.addEventListener('blur', blur);
    return () => {
      document.removeEventListener('pointerdown', pointerDown, true);
      document.removeEventListener('keydown', keyDown, true);
      document.removeEventListener('keyup', keyUp, true);
      window.removeEventListener('blur', blur);
    };
  }, []);
  return (
    <Button
      {...props}
      ref={button}
      aria-disabled={armedStep === step ? props['aria-disabled'] : true}
      onClick={(event) => {
        if (guard.current?.accepts(event.detail) === true) onClick?.(event);
        else event.preventDefault();
      }}
    />
  );
}
