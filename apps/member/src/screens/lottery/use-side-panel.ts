import { useMedia } from '../../ui/use-media.ts';

/** Desktops, and phones in landscape: the table and the slip are side by side. */
const BESIDE = matchMedia(
  '(min-width: 1024px), (orientation: landscape) and (min-width: 640px) and (max-height: 520px)',
);

export function useSidePanel(): boolean {
  return useMedia(BESIDE);
}
