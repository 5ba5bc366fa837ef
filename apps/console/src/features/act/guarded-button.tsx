import Button, { type ButtonProps } from '@mui/material/Button';
import { guardPresses, type PressGuard, placeOf } from '@tercet/contract/press-guard.ts';
import { useEffect, useRef, useState } from 'react';

/** Button for a decision. Ignores the second half of a double tap and a held key. */
export function GuardedButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const guard = useRef<PressGuard | null>(null);
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const made = guardPresses({ place: () => placeOf(button.current, window), onArmed: () => setArmed(true) });
    guard.current = made;
    const pointerDown = () => made.pointerDown();
    const keyDown = (event: KeyboardEvent) => made.keyDown(event.repeat);
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
      aria-disabled={!armed}
      onClick={(event) => {
        if (guard.current?.accepts(event.detail) !== true) event.preventDefault();
        else props.onClick?.(event);
      }}
    />
  );
}
