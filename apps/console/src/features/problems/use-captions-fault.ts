import { useText } from '../language/use-text.ts';

const FAULTS = ['too-long', 'signs', 'head', 'time', 'order', 'beyond', 'words', 'none'] as const;

/** Explains a fault in captions. */
export function useCaptionsFault(): (what: unknown) => string {
  const t = useText();
  return (what) => {
    const fault = FAULTS.find((one) => one === what);
    return fault === undefined ? '' : t(`captions.fault.${fault}`);
  };
}
