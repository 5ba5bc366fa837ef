import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Limit, LimitKind } from '../../api/shared/types.ts';
import { Section } from '../../ui/section/section.tsx';
import { GROUPS } from './limit-kinds.ts';
import { LimitRow } from './limit-row.tsx';
import { LimitSheet } from './limit-sheet.tsx';
import styles from './limits.module.css';

interface LimitGroupsProps {
  limits: readonly Limit[];
  /** True if limits cannot be changed now. */
  readOnly: boolean;
}

/** All limits in groups; a tap opens a limit's sheet. */
export function LimitGroups({ limits, readOnly }: LimitGroupsProps) {
  const t = useTranslations('limits');
  const [picked, setPicked] = useState<LimitKind | null>(null);
  const [open, setOpen] = useState(false);
  const of = (kind: LimitKind) => limits.find((limit) => limit.kind === kind);
  const limit = picked === null ? undefined : of(picked);
  return (
    <>
      {GROUPS.map(({ key, kinds }) => (
        <Section key={key} title={t(`group.${key}`)}>
          <p className={styles.about}>{t(`about.${key}`)}</p>
          <ul className={styles.rows}>
            {kinds.map((kind) => (
              <LimitRow
                key={kind}
                limit={of(kind) ?? unset(kind)}
                onPick={
                  readOnly
                    ? null
                    : () => {
                        setPicked(kind);
                        setOpen(true);
                      }
                }
              />
            ))}
          </ul>
        </Section>
      ))}
      {limit === undefined ? null : <LimitSheet limit={limit} open={open} onOpenChange={setOpen} />}
    </>
  );
}

/** Default for a kind that the server's answer lacks, such as an older server's. */
function unset(kind: LimitKind): Limit {
  return { kind, value: null, usedMinor: null, leftMinor: null, setAtMs: null, asked: null };
}
