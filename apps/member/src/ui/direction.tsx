import { DirectionProvider, useDirection } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

/** Sets the text direction of Base UI components. */
export function Direction({ dir, children }: { dir: 'ltr' | 'rtl'; children: ReactNode }) {
  return <DirectionProvider direction={dir}>{children}</DirectionProvider>;
}

export function useIsRtl(): boolean {
  return useDirection() === 'rtl';
}
