import { NIGHT_TRAIN, SKYLINE } from './draw/city.ts';
import type { Drawing } from './draw/drawing.ts';
import { FERN } from './draw/growing.ts';
import { CONSTELLATIONS, ORBITS } from './draw/heavens.ts';
import { HAND_DRAWN_MAP, PAPER_BOATS } from './draw/journeys.ts';
import { PENDULUMS, THREE_DICE } from './draw/numbers.ts';
import { TIDES } from './draw/sea.ts';
import { MOUNTAINS, RAIN } from './draw/weather.ts';
import { CLOCKWORK, KALEIDOSCOPE, KNOT } from './draw/workshop.ts';

/** By the slug of its title in the plan. */
export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  tides: TIDES,
  fern: FERN,
  'rain-on-the-roof': RAIN,
  mountains: MOUNTAINS,
  'skyline-at-dusk': SKYLINE,
  'night-train': NIGHT_TRAIN,
  'paper-boats': PAPER_BOATS,
  'hand-drawn-map': HAND_DRAWN_MAP,
  clockwork: CLOCKWORK,
  knot: KNOT,
  kaleidoscope: KALEIDOSCOPE,
  pendulums: PENDULUMS,
  orbits: ORBITS,
  constellations: CONSTELLATIONS,
  'three-dice': THREE_DICE,
};
