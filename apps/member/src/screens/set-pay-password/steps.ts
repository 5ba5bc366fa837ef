import { isWeakPin } from '@tercet/contract/weak-pin.ts';

/** The first password, a change, or a new one after a reset. */
export type Kind = 'first' | 'change' | 'anew';

export type Step = 'login' | 'old' | 'new' | 'repeat';

export const STEPS: Record<Kind, readonly Step[]> = {
  first: ['new', 'repeat'],
  change: ['login', 'old', 'new', 'repeat'],
  anew: ['login', 'new', 'repeat'],
};

export type Values = Record<Step, string>;

export const EMPTY: Values = { login: '', old: '', new: '', repeat: '' };

const PIN_LENGTH = 4;

/** Validates the entry of a step on the phone; null if it is valid. The server also knows the birth date. */
export function faultAt(step: Step, values: Values): 'fill-in' | 'finance-password-weak' | 'entries-differ' | null {
  if (values[step].length < (step === 'login' ? 1 : PIN_LENGTH)) return 'fill-in';
  if (step === 'new' && isWeakPin(values.new)) return 'finance-password-weak';
  return step === 'repeat' && values.repeat !== values.new ? 'entries-differ' : null;
}

/** The next step without a valid entry, or else the last step. Null after the last. */
export function stepAfter(kind: Kind, step: Step, values: Values): Step | null {
  const later = STEPS[kind].slice(STEPS[kind].indexOf(step) + 1);
  return later.find((name) => faultAt(name, values) !== null) ?? later.at(-1) ?? null;
}

/** Steps by the server's field names. */
const FIELDS: Record<string, Step> = {
  loginPassword: 'login',
  oldFinancePassword: 'old',
  financePassword: 'new',
  repeat: 'repeat',
};

/** The earliest step that the server rejected, with its code; null if it named no field. */
export function faultyStep(fields: Record<string, string>, kind: Kind): { step: Step; code: string } | null {
  const faults = new Map(Object.entries(fields).map(([field, code]) => [FIELDS[field], code]));
  const step = STEPS[kind].find((name) => faults.has(name));
  return step === undefined ? null : { step, code: faults.get(step) ?? 'fill-in' };
}

/** Clears the rejected entry. For `new`, clears both entries. */
export function withoutFaulty(values: Values, step: Step): Values {
  return step === 'new' ? { ...values, new: '', repeat: '' } : { ...values, [step]: '' };
}

/** The request body: only the fields that its kind needs. */
export function formOf(kind: Kind, values: Values) {
  return {
    financePassword: values.new,
    repeat: values.repeat,
    ...(kind === 'first' ? {} : { loginPassword: values.login }),
    ...(kind === 'change' ? { oldFinancePassword: values.old } : {}),
  };
}
