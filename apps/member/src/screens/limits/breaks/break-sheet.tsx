import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { BreakKind } from './break-spans.ts';
import { ChooseSpan } from './choose-span.tsx';
import { FinalConfirmation } from './final-confirmation.tsx';

interface BreakSheetProps {
  kind: BreakKind;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Chooses the length of a break, explains its effects, and asks for confirmation. */
export function BreakSheet({ kind, open, onOpenChange }: BreakSheetProps) {
  const t = useTranslations('limits');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`break.${kind}`)}>
      <Steps key={kind} kind={kind} onClose={() => onOpenChange(false)} />
    </Sheet>
  );
}

function Steps({ kind, onClose }: { kind: BreakKind; onClose(): void }) {
  const [span, setSpan] = useState<number | null>(null);
  const [sure, setSure] = useState(false);
  if (span !== null && sure)
    return <FinalConfirmation chosen={{ kind, span }} onBack={() => setSure(false)} onDone={onClose} />;
  return (
    <ChooseSpan
      kind={kind}
      span={span}
      onGoOn={(chosen) => {
        setSpan(chosen);
        setSure(true);
      }}
    />
  );
}
