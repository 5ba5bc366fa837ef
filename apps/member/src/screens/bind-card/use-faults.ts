import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Problem, type ProblemParams } from '../../api/shared/problem.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import type { Draft, Faults, Field } from './draft.ts';

/** Errors at the fields. */
export function useFaults() {
  const [{ faults, params }, setRefusal] = useState<{ faults: Faults; params: ProblemParams }>(NONE);
  const text = useFaultText();
  return {
    /** Error text of a field. */
    of: (field: Field): string | null => text(faults[field], params),
    textOf: (problem: Problem): string | null => text(problem.code, problem.params),
    show: (next: Faults, values: ProblemParams = {}) => setRefusal({ faults: next, params: values }),
    /** The other fields keep their errors. */
    add: (field: Field, code: string) =>
      setRefusal((before) => ({ ...before, faults: { ...before.faults, [field]: code } })),
    /** Removes the errors of fields that change. */
    mend(changed: Partial<Draft>): void {
      const mended = Object.keys(changed).map((name) => (name === 'country' ? 'phone' : name));
      setRefusal((before) => ({
        ...before,
        faults: Object.fromEntries(Object.entries(before.faults).filter(([field]) => !mended.includes(field))),
      }));
    },
  };
}

const NONE = { faults: {}, params: {} };

function useFaultText(): (code: string | undefined, params: ProblemParams) => string | null {
  const text = useProblemText();
  const t = useTranslations('forms');
  return (code, params) =>
    code === undefined ? null : code === 'fill-in' ? t('fillIn') : text(new Problem(code, 422, params));
}
