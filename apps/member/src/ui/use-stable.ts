import { useCallback, useRef } from 'react';

/** A callback with a stable identity that calls the newest `act`, so that memoized parts do not render again. */
export function useStable<Values extends unknown[]>(act: (...values: Values) => void): (...values: Values) => void {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((...values: Values) => latest.current(...values), []);
}
