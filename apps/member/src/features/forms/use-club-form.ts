import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { asProblem, Problem, type ProblemParams } from '../../api/shared/problem.ts';
import { useProblemText } from '../problems/use-problem-text.ts';
import type { z } from './z.ts';

interface ClubFormOptions<Values extends FieldValues> {
  schema: z.ZodMiniType<Values, Values>;
  defaults: DefaultValues<Values>;
  /** Values for the texts of errors that the schema finds. */
  params?: ProblemParams;
  /** Sends the form. A thrown problem is shown at the fields that it names, or above the button. */
  send(values: Values): Promise<void>;
}

/** A form that shows client and server errors beside their fields. */
export function useClubForm<Values extends FieldValues>({
  schema,
  defaults,
  params: own = {},
  send,
}: ClubFormOptions<Values>) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: defaults, mode: 'onTouched' });
  const text = useProblemText();
  const t = useTranslations('forms');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [params, setParams] = useState<ProblemParams>({});

  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values as Values);
      setProblem(null);
    } catch (error) {
      const refused = asProblem(error);
      setParams(refused.params);
      const named = Object.entries(refused.fields).filter(([name]) => name in values);
      for (const [name, code] of named) form.setError(name as Path<Values>, { message: code });
      setProblem(named.length === 0 ? refused : null);
      if (named.length > 0) form.setFocus(named[0]?.[0] as Path<Values>);
    }
  });

  return {
    form,
    /** For the form's `onSubmit`. */
    submit: (event: React.FormEvent) => void submit(event),
    busy: form.formState.isSubmitting,
    problemText: problem === null ? null : text(problem),
    /** Props of one text field: its registration and error text. */
    field(name: Path<Values>) {
      const code = form.formState.errors[name]?.message;
      return {
        ...form.register(name),
        error:
          typeof code === 'string'
            ? code === 'fill-in'
              ? t('fillIn')
              : text(new Problem(code, 422, { ...own, ...params }))
            : null,
      };
    },
  };
}
