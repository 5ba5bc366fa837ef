import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';

interface ConfirmProps {
  look: ComponentProps<typeof Button>['look'];
  label: string;
  title: string;
  text: string;
  yes: string;
  no: string;
  busy: boolean;
  onYes(): void;
}

/** A button that opens a dialog for confirmation. */
export function Confirm({ look, label, title, text, yes, no, busy, onYes }: ConfirmProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button wide look={look} busy={busy} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        title={title}
        actions={
          <>
            <SpendButton
              wide
              look={look === 'danger' ? 'danger' : 'primary'}
              onClick={() => {
                setOpen(false);
                onYes();
              }}
            >
              {yes}
            </SpendButton>
            <Button wide look="quiet" onClick={() => setOpen(false)}>
              {no}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}
