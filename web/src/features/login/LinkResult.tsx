import { useEffect } from 'react';
import { showSavedLinkResult } from './linkResult.ts';

/** The result of a link in an email, which the page before has saved, for the user who is logged in then. */
export default function LinkResult(): null {
  useEffect(showSavedLinkResult, []);
  return null;
}
