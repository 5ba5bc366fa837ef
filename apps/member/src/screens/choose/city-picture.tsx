import { useId } from 'react';
import type { City } from '../../api/shared/types.ts';
import styles from './city-picture.module.css';
import { type CityScene, type Ground, SCENE, sceneOf } from './city-scene.ts';
import { LANDMARK_PATHS } from './landmark-paths.ts';

/** Where the city meets the ground. */
const BASE = 126;

/** A drawn view of a city, the same on every phone. Decorative: the name beside it says which city it is. */
export function CityPicture({ city }: { city: City }) {
  const scene = sceneOf(city);
  const clip = useId();
  return (
    <svg
      className={styles.picture}
      data-sky={scene.sky}
      viewBox={`0 0 ${SCENE.width} ${SCENE.height}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect width={SCENE.width} height={SCENE.height} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={SCENE.width} height={SCENE.height} className={styles.sky} />
        <circle cx={scene.sun.x} cy={scene.sun.y} r={15} className={styles.sun} />
        <path d={hillsPath(scene.hills)} className={styles.hills} />
        <path d={housesPath(scene.houses)} className={styles.houses} />
        <path d={windowsPath(scene.houses)} className={styles.windows} />
        <path
          d={LANDMARK_PATHS[scene.landmark]}
          transform={`translate(${scene.landmarkX} ${BASE})`}
          className={styles.landmark}
        />
        <GroundShape ground={scene.ground} />
      </g>
    </svg>
  );
}

function hillsPath(hills: number[]): string {
  const step = SCENE.width / (hills.length - 1);
  const tops = hills.map((height, index) => [index * step, BASE - 14 - height] as const);
  const curve = tops.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = tops[index] ?? [0, BASE];
    const middle = (beforeX + x) / 2;
    return `C${middle} ${beforeY} ${middle} ${y} ${x} ${y}`;
  });
  return `M0 ${BASE}V${tops[0]?.[1] ?? BASE}${curve.join('')}V${BASE}Z`;
}

function housesPath(houses: CityScene['houses']): string {
  return houses
    .map(({ x, width, height, roof }) => {
      const top = BASE - height;
      const end = `V${BASE}Z`;
      if (roof === 'gable') return `M${x} ${BASE}V${top}l${width / 2} -${width / 3}l${width / 2} ${width / 3}${end}`;
      if (roof === 'flat') return `M${x} ${BASE}V${top}h${width}${end}`;
      return `M${x} ${BASE}V${top}h${width / 2 - 1}v-12h2v12h${width / 2 - 1}${end}`;
    })
    .join('');
}

function windowsPath(houses: CityScene['houses']): string {
  const found: string[] = [];
  for (const [index, { x, width, height }] of houses.entries()) {
    for (let y = BASE - height + 8; y < BASE - 8; y += 9) {
      for (let at = x + 4; at < x + width - 5; at += 7)
        if ((at * 7 + y * 3 + index) % 4 < 2) found.push(`M${at} ${y}h3v4h-3Z`);
    }
  }
  return found.join('');
}

const SHAPES: Record<Ground, string> = {
  river: `M0 ${BASE}h320v34h-320Z`,
  lake: `M0 ${BASE}h320v34h-320Z`,
  steppe: `M0 ${BASE}h320v34h-320Z`,
  dunes: `M0 ${BASE}q50 -12 110 0t110 0t100 -4V160H0Z`,
  harbour: `M0 ${BASE}h320v34h-320Z`,
};

/** What lies over the ground: water, waves of sand, or grass. */
const OVER: Record<Ground, string> = {
  river: 'M0 146q60 -12 130 -2t190 -8v12q-110 2 -180 6t-140 4Z',
  lake: 'M60 140q100 -10 200 0q24 8 0 14q-100 10 -200 0q-24 -6 0 -14Z',
  steppe: 'M20 140l3 -8l3 8ZM70 150l3 -8l3 8ZM150 142l3 -8l3 8ZM210 152l3 -8l3 8ZM276 140l3 -8l3 8Z',
  dunes: 'M0 150q70 -14 150 -2t170 -6V160H0Z',
  harbour:
    'M0 136h320v24H0ZM60 132h34l-6 9h-24ZM76 114h2v18h-2ZM80 116l14 14h-14ZM230 133h40l-7 9h-26ZM249 116h2v17h-2Z',
};

function GroundShape({ ground }: { ground: Ground }) {
  return (
    <>
      <path d={SHAPES[ground]} className={styles.ground} />
      <path d={OVER[ground]} className={styles.over} data-ground={ground} />
    </>
  );
}
