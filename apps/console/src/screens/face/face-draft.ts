import { ACCENT_PATTERN, type AccentFault, type AccentTheme, accentFault } from '@tercet/contract/accent.ts';
import type { Face, FaceForm } from '../../api/house/face.ts';

/** The editable part of a face, as typed. */
export function draftOf({ name, accentLight, accentDark, ground, logo }: Face): FaceForm {
  return { name, accentLight, accentDark, ground, logo };
}

/** The colour of a typed text, as the server takes it; null if it is none. `#0E6` is `#00ee66`. */
export function readColour(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/^#?/, '#');
  const whole = /^#[0-9a-f]{3}$/.test(text) ? `#${[...text.slice(1)].map((digit) => digit + digit).join('')}` : text;
  return ACCENT_PATTERN.test(whole) ? whole : null;
}

/** Why a typed accent is refused: `unreadable`, or its contrast. Null if it may be used. */
export function accentIssue(typed: string, theme: AccentTheme): AccentFault | 'unreadable' | null {
  const colour = readColour(typed);
  return colour === null ? 'unreadable' : accentFault(colour, theme);
}

/** The face to send; null while a field is missing or refused. */
export function readFaceForm(draft: FaceForm): FaceForm | null {
  const [accentLight, accentDark] = [readColour(draft.accentLight), readColour(draft.accentDark)];
  const name = draft.name.trim();
  if (name === '' || accentLight === null || accentDark === null) return null;
  if (accentFault(accentLight, 'light') !== null || accentFault(accentDark, 'dark') !== null) return null;
  return { ...draft, name, accentLight, accentDark };
}
