import {
  AMBER,
  AMBER_LIGHT,
  INK,
  NAVY,
  PAPER,
  SAND,
  VERDIGRIS,
  VERDIGRIS_LIGHT,
  VERMILION,
  WASH,
} from './draw/colours.ts';
import type { Look } from './draw/look.ts';

const CLAY = '#A8553F';
const SAGE = '#7F9A8B';
const SLATE = '#566779';
const WINE = '#6E2F3A';
const OAT = '#C9B48E';

/** By the slug of a host in the plan. */
export const LOOKS: Readonly<Record<string, Look>> = {
  bolormaa: {
    ...{ skin: 'light', hair: 'fringe-bob', hairColour: 'black', top: 'blazer', topColour: VERDIGRIS, second: PAPER },
    ...{ glasses: 'round', face: 0.97, jaw: 0.92, shoulders: 0.88, smile: 'open', turn: -0.3, lips: 0.6, brows: 0.8 },
  },
  ganbold: {
    ...{
      skin: 'tan',
      hair: 'crop',
      hairColour: 'grey',
      top: 'coat',
      topColour: SLATE,
      second: VERMILION,
      hat: 'flat-cap',
    },
    ...{ hatColour: '#6B5B45', beard: 'moustache', lines: 2, face: 1.02, jaw: 1.06, smile: 'slight', turn: 0.4 },
  },
  saruul: {
    ...{
      skin: 'fair',
      hair: 'bun',
      hairColour: 'soft',
      top: 'turtleneck',
      topColour: AMBER_LIGHT,
      earrings: VERDIGRIS,
    },
    ...{ face: 0.94, jaw: 0.88, shoulders: 0.84, turn: 0.3, tilt: 2, lips: 0.7, brows: 0.8, eyes: 'wide' },
  },
  temuulen: {
    ...{ skin: 'warm', hair: 'undercut', hairColour: 'black', top: 'polo', topColour: '#E6DFD0', second: VERDIGRIS },
    ...{ face: 0.99, jaw: 1.04, shoulders: 1.06, smile: 'open', turn: -0.4, lips: 0.2 },
  },
  nomin: {
    ...{
      skin: 'light',
      hair: 'waves',
      hairColour: 'brown',
      top: 'blazer',
      topColour: WINE,
      second: WASH,
      earrings: AMBER_LIGHT,
    },
    ...{ face: 0.97, jaw: 0.94, shoulders: 0.9, smile: 'open', turn: 0.3, lips: 0.9, lines: 1, brows: 0.9 },
  },
  batbayar: {
    ...{ skin: 'warm', hair: 'swept', hairColour: 'black', top: 'waistcoat', topColour: INK, second: PAPER },
    ...{ face: 1.04, jaw: 1.12, shoulders: 1.08, turn: -0.25, lines: 1, lips: 0.15, brows: 1.15 },
  },
  amina: {
    ...{
      skin: 'tan',
      hair: 'covered',
      hairColour: 'soft',
      top: 'blazer',
      topColour: NAVY,
      hat: 'hijab',
      hatColour: VERDIGRIS,
    },
    ...{ face: 0.95, jaw: 0.9, shoulders: 0.9, turn: 0.2, lips: 0.6, eyes: 'wide', smile: 'open' },
  },
  daniel: {
    ...{ skin: 'deep', hair: 'curls', hairColour: 'black', top: 'shirt', topColour: VERDIGRIS_LIGHT, beard: 'short' },
    ...{ glasses: 'square', shoulders: 1.04, turn: -0.3, smile: 'open', lips: 0.4, jaw: 1.03 },
  },
  enkhtuya: {
    ...{ skin: 'warm', hair: 'bob', hairColour: 'grey', top: 'deel', topColour: '#2F5F77', second: AMBER_LIGHT },
    ...{ face: 1.03, jaw: 0.98, shoulders: 0.9, lines: 2, turn: -0.3, lips: 0.5, earrings: VERMILION, brows: 0.85 },
  },
  tuguldur: {
    ...{ skin: 'light', hair: 'side-part', hairColour: 'black', top: 'zip', topColour: NAVY, second: VERDIGRIS_LIGHT },
    ...{ face: 0.96, jaw: 0.96, smile: 'open', turn: 0.35, lips: 0.2, eyes: 'wide' },
  },
  khaliun: {
    ...{
      skin: 'warm',
      hair: 'ponytail',
      hairColour: 'soft',
      top: 'crew',
      topColour: CLAY,
      second: PAPER,
      wheelchair: true,
    },
    ...{ face: 0.97, jaw: 0.92, shoulders: 0.87, smile: 'open', turn: -0.25, lips: 0.6, brows: 0.85 },
  },
  otgonbayar: {
    ...{
      skin: 'tan',
      hair: 'bald',
      hairColour: 'iron',
      top: 'waistcoat',
      topColour: VERDIGRIS,
      second: PAPER,
      beard: 'goatee',
    },
    ...{ glasses: 'half', face: 1.03, jaw: 1.06, shoulders: 1.06, lines: 1, turn: 0.3, smile: 'slight', lips: 0.2 },
  },
  'minh-anh': {
    ...{ skin: 'fair', hair: 'long', hairColour: 'black', top: 'shirt', topColour: '#B9C9C2' },
    ...{ face: 0.94, jaw: 0.86, shoulders: 0.83, turn: 0.25, tilt: -2, lips: 0.7, brows: 0.75, eyes: 'wide' },
  },
  sergelen: {
    ...{
      skin: 'light',
      hair: 'pixie',
      hairColour: 'chestnut',
      top: 'turtleneck',
      topColour: INK,
      earrings: AMBER_LIGHT,
    },
    ...{ face: 0.95, jaw: 0.93, shoulders: 0.92, smile: 'slight', turn: -0.35, lips: 0.5, glasses: 'round' },
  },
  davaajav: {
    ...{
      skin: 'tan',
      hair: 'receding',
      hairColour: 'white',
      top: 'crew',
      topColour: '#6B5B45',
      second: WASH,
      beard: 'full',
    },
    ...{ face: 1.02, jaw: 1.05, shoulders: 1.02, lines: 2, turn: 0.3, lips: 0.2 },
  },
  oyunchimeg: {
    ...{ skin: 'warm', hair: 'low-bun', hairColour: 'black', top: 'waistcoat', topColour: WINE, second: PAPER },
    ...{ face: 1, jaw: 0.95, shoulders: 0.88, lines: 1, turn: -0.3, lips: 0.8, earrings: AMBER_LIGHT, brows: 0.85 },
  },
  firuz: {
    ...{ skin: 'brown', hair: 'side-part', hairColour: 'black', top: 'blazer', topColour: SLATE, second: '#DCE5E1' },
    ...{ beard: 'short', face: 0.98, jaw: 1, turn: 0.35, smile: 'open', lips: 0.25, brows: 1.3 },
  },
  aigerim: {
    ...{
      skin: 'light',
      hair: 'braid',
      hairColour: 'brown',
      top: 'blazer',
      topColour: SAGE,
      second: PAPER,
      hat: 'kerchief',
    },
    ...{
      hatColour: VERMILION,
      face: 0.96,
      jaw: 0.9,
      shoulders: 0.87,
      turn: 0.3,
      lips: 0.7,
      smile: 'open',
      brows: 0.95,
    },
  },
  yerlan: {
    ...{ skin: 'tan', hair: 'crop', hairColour: 'black', top: 'zip', topColour: AMBER, second: SAND, hat: 'takiya' },
    ...{
      hatColour: VERDIGRIS,
      beard: 'short',
      face: 1.02,
      jaw: 1.06,
      shoulders: 1.08,
      turn: -0.3,
      brows: 1.2,
      lips: 0.2,
    },
  },
  tsetsegmaa: {
    ...{ skin: 'warm', hair: 'bun', hairColour: 'white', top: 'deel', topColour: '#5B4A6B', second: VERDIGRIS_LIGHT },
    ...{
      glasses: 'half',
      face: 1.04,
      jaw: 1,
      shoulders: 0.88,
      lines: 2,
      turn: 0.25,
      lips: 0.4,
      smile: 'open',
      brows: 0.8,
    },
  },
  dulmaa: {
    ...{
      skin: 'tan',
      hair: 'braid',
      hairColour: 'black',
      top: 'deel',
      topColour: '#1E6E55',
      second: AMBER_LIGHT,
      hat: 'felt',
    },
    ...{ hatColour: '#8C6A4A', face: 1.03, jaw: 0.98, shoulders: 0.92, lines: 1, turn: -0.3, lips: 0.5, brows: 0.9 },
  },
  hiroshi: {
    ...{ skin: 'fair', hair: 'receding', hairColour: 'iron', top: 'blazer', topColour: '#3C4A44', second: '#E9DFC6' },
    ...{ glasses: 'square', face: 0.98, jaw: 0.98, lines: 2, turn: -0.2, smile: 'slight', lips: 0.2 },
  },
  sukhbat: {
    ...{
      skin: 'brown',
      hair: 'crop',
      hairColour: 'iron',
      top: 'deel',
      topColour: '#7A4630',
      second: '#4FB8A8',
      hat: 'felt',
    },
    ...{ hatColour: '#4A4038', beard: 'moustache', face: 1.05, jaw: 1.12, shoulders: 1.08, lines: 2, turn: 0.3 },
  },
  anujin: {
    ...{
      skin: 'warm',
      hair: 'braid',
      hairColour: 'soft',
      top: 'crew',
      topColour: OAT,
      second: PAPER,
      earrings: VERMILION,
    },
    ...{ face: 0.97, jaw: 0.92, shoulders: 0.88, turn: -0.2, tilt: 1.5, lips: 0.6, smile: 'open', brows: 0.9 },
  },
};
