import { useState } from 'react';
import type { Problem } from '../../api/shared/problem.ts';

/** Opens the preview that publishing asks to confirm, unless something is missing. `problem` says what. */
export function usePublishCheck(missing: () => Problem | null) {
  const [isOpen, setIsOpen] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    isOpen,
    problem,
    begin() {
      const found = missing();
      setProblem(found);
      setIsOpen(found === null);
    },
    close: () => setIsOpen(false),
  };
}
