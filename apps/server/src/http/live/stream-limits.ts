/** Counts open streams per caller, so that one caller cannot take all places of this process. */
export interface StreamLimits {
  /**
   * Takes a place for each caller; returns the function that releases them all. Null if one of them has no place left.
   */
  take(...callers: (Caller | null)[]): (() => void) | null;
}

export interface Caller {
  /** A network address or a member, distinguished by a prefix. */
  name: string;
  /** Places per caller. */
  max: number;
}

export function createStreamLimits(): StreamLimits {
  const taken = new Map<string, number>();
  return {
    take(...requested) {
      const callers = requested.filter((caller) => caller !== null);
      if (callers.some(({ name, max }) => (taken.get(name) ?? 0) >= max)) return null;
      for (const { name } of callers) taken.set(name, (taken.get(name) ?? 0) + 1);
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        for (const { name } of callers) {
          const left = (taken.get(name) ?? 1) - 1;
          if (left === 0) taken.delete(name);
          else taken.set(name, left);
        }
      };
    },
  };
}
