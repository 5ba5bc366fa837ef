import { guardPresses, type PressGuard, placeOf } from '@tercet/contract/press-guard.ts';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface SpendButtonProps extends ButtonProps {
  /** Names the step, where the same button serves several: each of them is guarded anew. */
  step?: string;
}

/**
 * The button of a step that ends in money, consent or something irreversible. The second half of a double tap on the
 * button before it does nothing. Looks like any other button.
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
    // A finger or a key that is already down counts wherever it went down.
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
