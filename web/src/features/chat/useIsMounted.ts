import { useEffect, useRef } from 'react';

/**
 * Returns a function that returns whether the component is still mounted. An action that finishes after the user has moved on
 * must not navigate.
 */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
