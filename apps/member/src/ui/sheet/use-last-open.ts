import { useRef } from 'react';

/** The value of the last render in which a sheet was open, so that its content stays the same while it closes. */
export function useLastOpen<T>(isOpen: boolean, value: T): T {
  const last = useRef(value);
  if (isOpen) last.current = value;
  return last.current;
}
