import { useState } from 'react';

/** True from the first render in which the condition is true. */
export function useEverTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition);
  if (condition && !wasTrue) setWasTrue(true);
  return wasTrue || condition;
}
