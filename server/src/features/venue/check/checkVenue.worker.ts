/** Worker thread of the venue check: receives texts and replies with their results. */
import { parentPort } from 'node:worker_threads';
import { checkSaveText, checkVenueText } from './checkVenue.ts';
import type { CheckReply, CheckRequest } from './threadedChecker.ts';

parentPort?.on('message', ({ id, kind, text, settings }: CheckRequest) => {
  const check = kind === 'save' ? checkSaveText : checkVenueText;
  const reply: CheckReply = { id, result: check(text, settings) };
  parentPort?.postMessage(reply, []);
});
