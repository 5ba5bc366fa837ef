import type { ReactNode } from 'react';
import type { MadeAvatar } from '../../api/shared/types.ts';
import styles from './made-avatars.module.css';

const { ink, accent, amber, paper, inkLine, accentLine, amberLine, groundLine } = styles;

type Ground = 'wash' | 'tint' | 'warm';

interface Drawing {
  ground: Ground;
  shape: ReactNode;
}

function Pip({ at: [x, y], size = 4, className }: { at: [number, number]; size?: number; className?: string }) {
  return <circle cx={x} cy={y} r={size} className={className} />;
}

/** Positions of nine dots, three by three; the middle one is highlighted. */
const NINE = [20, 32, 44].flatMap((y) => [20, 32, 44].map((x): [number, number] => [x, y]));

/** The house's drawings, in a view box of 64 by 64 units: pips, paper, a watch, the view from a window. */
const DRAWINGS: Record<MadeAvatar, Drawing> = {
  'made-1': {
    ground: 'wash',
    shape: (
      <>
        <Pip at={[23, 23]} size={7.5} className={ink} />
        <Pip at={[41, 41]} size={7.5} className={accent} />
      </>
    ),
  },
  'made-2': {
    ground: 'tint',
    shape: <path d="M40.5 15.2A19 19 0 1 0 49 42.4 15.5 15.5 0 0 1 40.5 15.2Z" className={accent} />,
  },
  'made-3': {
    ground: 'warm',
    shape: (
      <>
        <Pip at={[42, 22]} size={7} className={amber} />
        <path d="M0 45C11 31 22 31 33 42S54 48 64 39V64H0Z" className={ink} />
      </>
    ),
  },
  'made-4': {
    ground: 'wash',
    shape: NINE.map(([x, y]) => (
      <Pip
        key={`${x} ${y}`}
        at={[x, y]}
        size={x === 32 && y === 32 ? 5.5 : 3}
        className={x === 32 && y === 32 ? accent : ink}
      />
    )),
  },
  'made-5': {
    ground: 'tint',
    shape: (
      <>
        <path d="M17 22H47M17 30H47M17 38H33M17 46H41" className={inkLine} />
        <Pip at={[43, 38]} size={4.5} className={accent} />
      </>
    ),
  },
  'made-6': {
    ground: 'tint',
    shape: (
      <>
        <path d="M16 48C14 28 27 15 49 15 50 36 38 50 16 48Z" className={accent} />
        <path d="M17 47 40 24M27 37V28M33 31H42" className={groundLine} />
      </>
    ),
  },
  'made-7': {
    ground: 'wash',
    shape: (
      <>
        <circle cx="32" cy="32" r="19" className={inkLine} />
        <path d="M32 17V20M32 44V47M17 32H20M44 32H47" className={inkLine} />
        <path d="M32 23V32L38.5 36.5" className={accentLine} />
      </>
    ),
  },
  'made-8': {
    ground: 'tint',
    shape: (
      <>
        <path d="M6 23C12 17 19 17 25 23S39 29 45 23 58 17 64 23" className={accentLine} />
        <path d="M0 34C6 28 13 28 19 34S33 40 39 34 52 28 58 34" className={inkLine} />
        <path d="M6 45C12 39 19 39 25 45S39 51 45 45 58 39 64 45" className={accentLine} />
      </>
    ),
  },
  'made-9': {
    ground: 'warm',
    shape: (
      <path
        d="M10 50V21H54V50H48V40A6.5 6.5 0 0 0 35 40V50H29V40A6.5 6.5 0 0 0 16 40V50ZM10 13H54V17H10Z"
        className={ink}
      />
    ),
  },
  'made-10': {
    ground: 'wash',
    shape: (
      <>
        <path d="M32 32V14A18 18 0 0 1 50 32ZM32 32V50A18 18 0 0 1 14 32Z" className={accent} />
        <path d="M32 32H50A18 18 0 0 1 32 50ZM32 32H14A18 18 0 0 1 32 14Z" className={ink} />
      </>
    ),
  },
  'made-11': {
    ground: 'warm',
    shape: (
      <>
        <path d="M32 12 52 32 32 52 12 32Z" className={amberLine} />
        <Pip at={[32, 32]} size={6} className={ink} />
      </>
    ),
  },
  'made-12': {
    ground: 'tint',
    shape: (
      <>
        <path d="M4 54 27 17 50 54Z" className={ink} />
        <path d="M30 54 44 31 58 54Z" className={accent} />
        <path d="M27 17 33.2 27 29 30 25.5 27.2 21 29.5 20.2 28Z" className={paper} />
      </>
    ),
  },
};

/** One of the house's drawings, edge to edge. The caller sets size and border radius. */
export function MadeDrawing({ id }: { id: MadeAvatar }) {
  const { ground, shape } = DRAWINGS[id];
  return (
    <svg viewBox="0 0 64 64" className={styles[ground]} aria-hidden="true">
      {shape}
    </svg>
  );
}

export const MADE_IDS = Object.keys(DRAWINGS) as MadeAvatar[];
