import Button from '@mui/material/Button';
import { type ReactNode, useRef } from 'react';

interface FileButtonProps {
  /** Media types and file extensions, as in the `accept` attribute. */
  accept: string;
  onFile: (file: File) => void;
  busy?: boolean;
  variant?: 'contained' | 'outlined';
  size?: 'small' | 'medium';
  children: ReactNode;
}

/** Button that chooses one local file. */
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
          // Allow choosing the same file again.
          target.value = '';
          if (first !== undefined) onFile(first);
        }}
      />
    </>
  );
}
