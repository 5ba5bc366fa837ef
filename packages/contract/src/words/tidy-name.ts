import { oneLine } from './invisible.ts';

/** What keyboards make of an apostrophe, of a hyphen and of a dot in the middle. */
const APOSTROPHES = /[\u2018-\u201b\u02bc\u2032`\u00b4\u055a\u05f3]/g;
const HYPHENS = /[\u2010-\u2015\u2212\u058a\u05be]/g;
const MIDDLE_DOTS = /[\u2022\u2027\u2219\u22c5\u0387]/g;
/** Of "Family name, given name". */
const COMMAS = /[,\u060c\u055d\u3001\uff0c]/g;

/**
 * A person's name as it is kept, and as a confirmation shows it: in one width, composed, without commas, invisible
 * characters and needless spaces.
 */
export function tidyName(typed: string): string {
  const marked = typed.replaceAll(APOSTROPHES, "'").replaceAll(COMMAS, ' ').normalize('NFKC');
  return oneLine(marked.replaceAll(HYPHENS, '-').replaceAll(MIDDLE_DOTS, '·'));
}
