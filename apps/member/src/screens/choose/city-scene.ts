/** A drawing of a city: its parts follow from place and country alone, so every phone draws the same. */
export interface CityScene {
  sky: number;
  /** Centre of the sun, in the units of the drawing. */
  sun: { x: number; y: number };
  ground: Ground;
  /** The building in the middle, by which members recognise the city. */
  landmark: Landmark;
  landmarkX: number;
  houses: { x: number; width: number; height: number; roof: 'flat' | 'gable' | 'spire' }[];
  /** Heights of the hills behind the city, from left to right. */
  hills: number[];
}

export const GROUNDS = ['river', 'lake', 'steppe', 'dunes', 'harbour'] as const;
export type Ground = (typeof GROUNDS)[number];

export const LANDMARKS = [
  ...(['ger', 'stupa', 'gate', 'pagoda', 'dome', 'minaret', 'church', 'bell-tower', 'spire', 'twin-towers'] as const),
  ...(['tower', 'bridge', 'wheel', 'mill'] as const),
] as const;
export type Landmark = (typeof LANDMARKS)[number];

/** Width and height of a drawing. */
export const SCENE = { width: 320, height: 160 } as const;
/** Skies to choose from. */
const SKIES = 4;

/** Landmarks that fit a country, by ISO 3166. Others take any of the last. */
const OF_COUNTRY: Record<string, readonly Landmark[]> = {
  MN: ['ger', 'stupa', 'gate', 'tower', 'wheel', 'pagoda'],
  TJ: ['dome', 'minaret', 'tower', 'gate'],
  UZ: ['dome', 'minaret', 'gate'],
  AM: ['church', 'bell-tower', 'tower'],
  ES: ['church', 'bell-tower', 'bridge', 'mill'],
  MX: ['church', 'bell-tower', 'gate'],
  KR: ['gate', 'pagoda', 'tower', 'bridge'],
  JP: ['pagoda', 'gate', 'tower', 'wheel'],
  CN: ['pagoda', 'gate', 'bridge', 'tower'],
  TW: ['tower', 'pagoda', 'gate'],
  VN: ['pagoda', 'bridge', 'gate'],
  TH: ['spire', 'stupa', 'bridge'],
  MY: ['twin-towers', 'dome', 'tower'],
  AE: ['tower', 'dome', 'minaret'],
  SA: ['minaret', 'dome', 'tower'],
  EG: ['minaret', 'dome', 'bridge'],
};
const ANYWHERE = ['tower', 'bridge', 'wheel', 'bell-tower', 'mill'] as const satisfies readonly Landmark[];

interface Place {
  country: string;
  latitude: number;
  longitude: number;
  /** Size class: 1 is the largest. */
  tier: number;
}

export function sceneOf({ country, latitude, longitude, tier }: Place): CityScene {
  const next = numbersFrom(Math.round((latitude + 90) * 1_000) * 400_000 + Math.round((longitude + 180) * 1_000));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const between = (low: number, high: number) => Math.round(low + next() * (high - low));
  const landmark = pick(OF_COUNTRY[country] ?? ANYWHERE);
  const ground = pick(GROUNDS);
  const sky = Math.floor(next() * SKIES);
  const sun = { x: between(30, 290), y: between(22, 56) };
  const tall = tier === 1 ? 78 : tier === 2 ? 50 : 30;
  const houses: CityScene['houses'] = [];
  for (let x = between(4, 18); x < SCENE.width - 20; ) {
    const width = between(14, 30);
    const height = between(tall * 0.35, tall);
    houses.push({ x, width, height, roof: pick(tier === 1 ? TALL_ROOFS : LOW_ROOFS) });
    x += width + between(0, tier === 3 ? 26 : 8);
  }
  const hills = Array.from({ length: 7 }, () => between(8, 56));
  return { sky, sun, ground, landmark, landmarkX: between(90, 230), houses, hills };
}

const TALL_ROOFS = ['flat', 'flat', 'spire'] as const;
const LOW_ROOFS = ['flat', 'gable', 'gable'] as const;

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
