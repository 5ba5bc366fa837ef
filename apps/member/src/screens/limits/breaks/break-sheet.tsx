import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { BreakKind } from './break-spans.ts';
import { ChooseSpan } from './choose-span.tsx';
import { FinalConfirmation } from './final-confirmation.tsx';

interface BreakSheetProps {
  kind: BreakKind;
  /** End of the current self-exclusion; null without one. */
  beyondMs: number | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Chooses the length of a break, explains its effects, and asks for confirmation. */
export function BreakSheet({ kind, beyondMs, open, onOpenChange }: BreakSheetProps) {
  const t = useTranslations('limits');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`break.${kind}`)}>
      <Steps key={kind} kind={kind} beyondMs={beyondMs} onClose={() => onOpenChange(false)} />
    </Sheet>
  );
}

type StepsProps = Pick<BreakSheetProps, 'kind' | 'beyondMs'> & { onClose(): void };

function Steps({ kind, beyondMs, onClose }: StepsProps) {
  const [span, setSpan] = useState<number | null>(null);
  const [sure, setSure] = useState(false);
  if (span !== null && sure)
    return <FinalConfirmation chosen={{ kind, span }} onBack={() => setSure(false)} onDone={onClose} />;
  return (
    <ChooseSpan
      kind={kind}
      beyondMs={beyondMs}
      span={span}
      onGoOn={(chosen) => {
        setSpan(chosen);
        setSure(true);
      }}
    />
  );
}
