import type { HAIRS, SKINS } from './colours.ts';

export type HairStyle =
  | 'crop'
  | 'side-part'
  | 'swept'
  | 'undercut'
  | 'curls'
  | 'bald'
  | 'receding'
  | 'bob'
  | 'fringe-bob'
  | 'long'
  | 'waves'
  | 'bun'
  | 'low-bun'
  | 'ponytail'
  | 'pixie'
  | 'braid'
  | 'covered';

export type Top = 'blazer' | 'deel' | 'turtleneck' | 'crew' | 'shirt' | 'polo' | 'zip' | 'waistcoat' | 'coat';

export type Hat = 'flat-cap' | 'felt' | 'hijab' | 'kerchief' | 'takiya' | 'beanie';

/** How somebody looks. Left out: nothing of it, or as most have it. */
export interface Look {
  skin: keyof typeof SKINS;
  hair: HairStyle;
  hairColour: keyof typeof HAIRS;
  top: Top;
  topColour: string;
  /** Of what shows under or upon it: a shirt, a sash, a scarf. */
  second?: string;
  hat?: Hat;
  hatColour?: string;
  glasses?: 'round' | 'square' | 'half';
  beard?: 'full' | 'short' | 'moustache' | 'goatee';
  earrings?: string;
  /** Half the width of the face, as a share of the usual. */
  face?: number;
  /** The same of the jaw. */
  jaw?: number;
  /** The same of the shoulders. */
  shoulders?: number;
  /** Years show in lines: 0 in none, 2 in all. */
  lines?: 0 | 1 | 2;
  smile?: 'closed' | 'open' | 'slight';
  /** Where the face turns: from -1 (left) to 1. */
  turn?: number;
  tilt?: number;
  eyes?: 'wide' | 'calm';
  lips?: number;
  brows?: number;
  wheelchair?: boolean;
}
