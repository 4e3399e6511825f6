/**
 * The cookies of a session are hidden from scripts; beside each stands one that says nothing but that it is there, and
 * spares everybody else the question.
 */
import { sessionMarkCookie } from '@foyer/contract/limits';
import { base } from '../base.ts';

export const hasSessionMark = (): boolean => document.cookie.split('; ').includes(`${sessionMarkCookie}=1`);

/**
 * This browser is asked no more whose it is, even where the server that would have said so is not reached: an account's
 * mark stands for all pages, a stage link's for those of the stage.
 */
export function clearSessionMark(): void {
  for (const path of new Set(['/', base || '/']))
    document.cookie = `${sessionMarkCookie}=; Max-Age=0; Path=${path}`;
}
