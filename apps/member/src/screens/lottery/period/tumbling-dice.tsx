import { useEffect, useState } from 'react';
import { Dice } from '../../../ui/dice/dice.tsx';
import { strike } from '../../../ui/feel/feel.ts';
import { faceAt, faceNumber, isAtRest, tumbleFaces } from './tumble.ts';
import styles from './tumbling-dice.module.css';

interface TumblingDiceProps {
  values: readonly number[];
  /** Signature of the draw, as hex. */
  signature: string;
  /** True once this phone has checked the draw. */
  checked: boolean;
  size: number;
  onRest(): void;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Dice that tumble once and come to rest when the draw is checked. With reduced motion they fade in. */
export function TumblingDice({ values, signature, checked, size, onRest }: TumblingDiceProps) {
  const [startedAt] = useState(() => performance.now());
  const [elapsedMs, setElapsedMs] = useState(0);
  const rest = still.matches || isAtRest(elapsedMs, checked);

  useEffect(() => {
    if (rest) return onRest();
    const frame = requestAnimationFrame(() => setElapsedMs(performance.now() - startedAt));
    return () => cancelAnimationFrame(frame);
  });

  const turned = faceNumber(elapsedMs);
  useEffect(() => {
    if (!still.matches && turned > 0) strike();
  }, [turned]);

  const shown = rest ? values : [0, 1, 2].map((place) => faceAt(tumbleFaces(signature, place), elapsedMs) ?? 1);
  return (
    <span className={rest ? styles.rest : styles.fall} aria-hidden={rest ? undefined : true}>
      <Dice values={shown} size={size} silent={!rest} />
    </span>
  );
}
