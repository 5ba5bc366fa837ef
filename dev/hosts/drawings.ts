import { type Place, placeIn } from './draw/places.ts';
import { portrait, SIZE } from './draw/portrait.ts';
import { type Scene, workOf } from './draw/scenes.ts';
import { LOOKS } from './looks.ts';

interface Shown {
  scene: Scene;
  /** Of a scene, where it has several: its colours, and what is held or played. */
  variant: number;
  place: Place;
}

/** What is drawn of a host beside the portrait, by slug. */
const SHOWN: Readonly<Record<string, Shown>> = {
  bolormaa: { scene: 'city-guide', variant: 0, place: 'square' },
  ganbold: { scene: 'city-guide', variant: 1, place: 'museum' },
  saruul: { scene: 'interpreter', variant: 2, place: 'towers' },
  temuulen: { scene: 'sports-partner', variant: 0, place: 'park' },
  nomin: { scene: 'event-host', variant: 1, place: 'towers' },
  batbayar: { scene: 'club-table-host', variant: 0, place: 'square' },
  amina: { scene: 'interpreter', variant: 1, place: 'bridge' },
  daniel: { scene: 'event-host', variant: 0, place: 'park' },
  enkhtuya: { scene: 'city-guide', variant: 2, place: 'station' },
  tuguldur: { scene: 'sports-partner', variant: 1, place: 'bridge' },
  khaliun: { scene: 'interpreter', variant: 3, place: 'park' },
  otgonbayar: { scene: 'club-table-host', variant: 1, place: 'museum' },
  'minh-anh': { scene: 'interpreter', variant: 0, place: 'station' },
  sergelen: { scene: 'event-host', variant: 2, place: 'square' },
  davaajav: { scene: 'city-guide', variant: 3, place: 'mine' },
  oyunchimeg: { scene: 'club-table-host', variant: 3, place: 'towers' },
  firuz: { scene: 'interpreter', variant: 5, place: 'mine' },
  aigerim: { scene: 'city-guide', variant: 4, place: 'poplars' },
  yerlan: { scene: 'sports-partner', variant: 2, place: 'gers' },
  tsetsegmaa: { scene: 'club-table-host', variant: 2, place: 'poplars' },
  dulmaa: { scene: 'city-guide', variant: 5, place: 'lake' },
  hiroshi: { scene: 'interpreter', variant: 4, place: 'lake' },
  sukhbat: { scene: 'city-guide', variant: 7, place: 'cliffs' },
  anujin: { scene: 'event-host', variant: 4, place: 'dunes' },
};

/** What a host's pictures show, in the order of the profile. */
export const PICTURES = ['portrait', 'work', 'place'] as const;

export const SLUGS: readonly string[] = Object.keys(SHOWN);

export function svgOf(slug: string, picture: (typeof PICTURES)[number]): string {
  const [look, shown] = [LOOKS[slug], SHOWN[slug]];
  if (!look || !shown) throw new Error(`no host is called ${slug}; there are: ${SLUGS.join(', ')}`);
  const index = SLUGS.indexOf(slug);
  const inside = {
    portrait: () => portrait(look, index),
    work: () => workOf(look, shown.scene, shown.variant),
    place: () => placeIn(shown.place, index),
  };
  const { width, height } = SIZE;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside[picture]()}</svg>`;
}
