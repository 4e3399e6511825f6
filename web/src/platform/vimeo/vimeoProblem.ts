/** Why a film of Vimeo cannot be shown on this page, as its player reports it. */
import type Player from '@vimeo/player';

/** `password`: Vimeo asks for one. `private`: the owner does not allow this page. `missing`: there is no such film. */
export type VimeoProblem = 'password' | 'private' | 'missing';

const problems: Readonly<Partial<Record<string, VimeoProblem>>> = {
  PasswordError: 'password',
  PrivacyError: 'private',
  NotFoundError: 'missing',
};

/** Reports why the film cannot be shown, when the player says so: at once, or as the response to a command. */
export function onVimeoProblem(player: Player, report: (problem: VimeoProblem) => void): () => void {
  let isEnded = false;
  player.ready().catch(({ name }: Error) => !isEnded && report(problems[name] ?? 'missing'));
  const onError = ({ name }: { readonly name: string }): void => {
    const problem = problems[name];
    if (problem) report(problem);
  };
  player.on('error', onError);
  return () => {
    isEnded = true;
    player.off('error', onError);
  };
}
