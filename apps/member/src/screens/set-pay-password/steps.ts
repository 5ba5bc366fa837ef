/** The first one, a change, or one after a reset has made the old one void. */
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

/** What is wrong with the entry of a step as far as this phone can tell, by its code; null when nothing is. */
export function faultAt(step: Step, values: Values): 'fill-in' | 'entries-differ' | null {
  if (values[step].length < (step === 'login' ? 1 : PIN_LENGTH)) return 'fill-in';
  return step === 'repeat' && values.repeat !== values.new ? 'entries-differ' : null;
}

/** Where to go from a step: what is filled in already is not asked for again, but the last is seen. Null after it. */
export function stepAfter(kind: Kind, step: Step, values: Values): Step | null {
  const later = STEPS[kind].slice(STEPS[kind].indexOf(step) + 1);
  return later.find((name) => faultAt(name, values) !== null) ?? later.at(-1) ?? null;
}

/** What the server calls the fields. */
const FIELDS: Record<string, Step> = {
  loginPassword: 'login',
  oldFinancePassword: 'old',
  financePassword: 'new',
  repeat: 'repeat',
};

/** The step to go back to after a refusal, the earliest first, with its code; null where no field is named. */
export function faultyStep(fields: Record<string, string>, kind: Kind): { step: Step; code: string } | null {
  const faults = new Map(Object.entries(fields).map(([field, code]) => [FIELDS[field], code]));
  const step = STEPS[kind].find((name) => faults.has(name));
  return step === undefined ? null : { step, code: faults.get(step) ?? 'fill-in' };
}

/** What has to be typed again when a step was wrong: it alone; of the new one both entries. */
export function withoutFaulty(values: Values, step: Step): Values {
  return step === 'new' ? { ...values, new: '', repeat: '' } : { ...values, [step]: '' };
}

/** What is sent: of each kind only what it needs. */
export function formOf(kind: Kind, values: Values) {
  return {
    financePassword: values.new,
    repeat: values.repeat,
    ...(kind === 'first' ? {} : { loginPassword: values.login }),
    ...(kind === 'change' ? { oldFinancePassword: values.old } : {}),
  };
}
