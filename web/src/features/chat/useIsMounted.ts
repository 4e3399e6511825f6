import { useEffect, useRef } from 'react';

/** Whether it still stands in the page: what was begun in it leads nobody away from what they went on to. */
export function useIsMounted(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}
