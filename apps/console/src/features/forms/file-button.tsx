import Button from '@mui/material/Button';
import { type ReactNode, useRef } from 'react';

interface FileButtonProps {
  /** Media types and ends of names, as a browser's chooser takes them. */
  accept: string;
  onFile: (file: File) => void;
  busy?: boolean;
  variant?: 'contained' | 'outlined';
  size?: 'small' | 'medium';
  children: ReactNode;
}

/** Lets somebody choose one file of his machine. */
export function FileButton({ accept, onFile, busy = false, variant = 'outlined', size, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        loading={busy}
        onClick={() => input.current?.click()}
        {...(size === undefined ? {} : { size })}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [first] = target.files ?? [];
          // So that the same file can be chosen again.
          target.value = '';
          if (first !== undefined) onFile(first);
        }}
      />
    </>
  );
}
