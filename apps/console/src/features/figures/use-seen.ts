import { useEffect, useRef, useState } from 'react';

/** True from the moment on at which the element is in view. */
export function useSeen() {
  const ref = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    if (ref.current !== null) watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return { ref, isSeen };
}
