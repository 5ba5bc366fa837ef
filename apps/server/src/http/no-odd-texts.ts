import { faultIn } from './faults-in.ts';
import type { Http } from './http.ts';

/** Control characters but for the tabulator and the ends of lines. The database takes no NUL in a text. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u;
/** They turn what follows around, so that it reads otherwise than it was written; marks for one place are none. */
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/u;
/** A name there is only looked for, and a wrong one is told nothing else than a wrong password. */
const SIGN_IN = new Set(['/api/session', '/api/console/session']);

/**
 * Refuses a text that no keyboard makes, in whatever field, before anything looks at the form: half characters, control
 * characters and, from staff, whose words others read, what turns writing around. Phones put the latter around numbers
 * that are pasted, so that members' forms take them. Passwords are never kept as they are, and hold anything.
 */
export function refuseOddTexts(http: Http): void {
  http.addHook('preValidation', (request, _, next) => {
    const { url = '' } = request.routeOptions;
    if (SIGN_IN.has(url)) return next();
    const isStaffs = url.startsWith('/api/console/');
    const faultOf = (text: string, name: string) =>
      !name.endsWith('assword') && isOdd(text, isStaffs) ? 'invalid-body' : null;
    const fault = faultIn(request.body, faultOf) ?? faultIn(request.query, faultOf) ?? faultIn(request.params, faultOf);
    return next(fault ?? undefined);
  });
}

function isOdd(text: string, isStaffs: boolean): boolean {
  return !text.isWellFormed() || CONTROL.test(text) || (isStaffs && BIDI_OVERRIDE.test(text));
}
