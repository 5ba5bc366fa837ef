import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { Checkbox } from '../../ui/checkbox/checkbox.tsx';
import { Link } from '../../ui/link/link.tsx';
import { z } from './z.ts';

/** What a member accepts, each by a box of its own. The server refuses when one is missing. */
const CONSENTS = ['terms', 'rules', 'privacy'] as const;
export type ConsentKind = (typeof CONSENTS)[number];

const ticked = () => z.boolean().check(z.refine((value) => value, 'agreement-needed'));

export const CONSENT_FIELDS = { terms: ticked(), rules: ticked(), privacy: ticked() };
export const NO_CONSENTS = { terms: false, rules: false, privacy: false };

/** The parts whose boxes are ticked. */
export function acceptedIn(values: Record<ConsentKind, boolean>): ConsentKind[] {
  return CONSENTS.filter((kind) => values[kind]);
}

interface ConsentBoxesProps {
  /** Props of one box: its registration in the form, and its error. */
  field(kind: ConsentKind): Omit<ComponentProps<typeof Checkbox>, 'children'>;
}

export function ConsentBoxes({ field }: ConsentBoxesProps) {
  const t = useTranslations('agreement.accept');
  return CONSENTS.map((kind) => (
    <Checkbox key={kind} {...field(kind)}>
      {t.rich(kind, {
        link: (words) => <Link to={kind === 'privacy' ? paths.privacy() : paths.agreement()}>{words}</Link>,
      })}
    </Checkbox>
  ));
}
