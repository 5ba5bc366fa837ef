import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Thread } from '../../api/members/desk.ts';
import { useText } from '../../features/language/use-text.ts';
import { BulkBar } from '../../features/list/bulk-bar.tsx';
import { useMay } from '../../features/session/store.ts';
import { type BulkKind, BulkThreadsDialog } from './bulk-threads-dialog.tsx';

const KINDS: readonly BulkKind[] = ['assign', 'label', 'close'];

interface BulkThreadsProps {
  threads: readonly Thread[];
  onClear: () => void;
}

/** Acts on the selected conversations, for roles that answer. */
export function BulkThreads({ threads, onClear }: BulkThreadsProps) {
  const t = useText();
  const may = useMay();
  const [kind, setKind] = useState<BulkKind | null>(null);
  return (
    <BulkBar count={threads.length} onClear={onClear}>
      {may('POST /api/console/desk/handling')
        ? KINDS.map((one) => (
            <Button key={one} variant="outlined" onClick={() => setKind(one)}>
              {t(`desk.bulk.${one}`)}
            </Button>
          ))
        : null}
      {kind === null ? null : (
        <BulkThreadsDialog kind={kind} threads={threads} onClear={onClear} onClose={() => setKind(null)} />
      )}
    </BulkBar>
  );
}
