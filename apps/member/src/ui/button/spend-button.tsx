import { guardPresses, type PressGuard, placeOf } from '@tercet/contract/press-guard.ts';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface SpendButtonProps extends ButtonProps {
  /** Identifies the step if one button serves several; each step is guarded separately. */
  step?: string;
}

/**
 * Button of an action that spends money, gives consent or is irreversible. It ignores the second half of a double tap
 * on the previous step's button. Looks like `Button`.
 */
export function SpendButton({ step = '', ...props }: SpendButtonProps) {
  return <Guarded key={step} {...props} />;
}

function Guarded({ onClick, ...props }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const guard = useRef<PressGuard | null>(null);
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const made = guardPresses({
      place: () => placeOf(button.current, window),
      onArmed: () => setArmed(true),
    });
    guard.current = made;
    const pointerDown = () => made.pointerDown();
    const keyDown = (event: KeyboardEvent) => made.keyDown(event.repeat);
    // On the document, since a press that began outside the button must be known too.
    document.addEventListener('pointerdown', pointerDown, true);
    document.addEventListener('keydown', keyDown, true);
    return () => {
      made.stop();
      document.removeEventListener('pointerdown', pointerDown, true);
      document.removeEventListener('keydown', keyDown, true);
    };
  }, []);
  return (
    <Button
      {...props}
      ref={button}
      aria-disabled={armed ? props['aria-disabled'] : true}
      onClick={(event) => {
        if (guard.current?.accepts(event.detail) === true) onClick?.(event);
        else event.preventDefault();
      }}
    />
  );
}
