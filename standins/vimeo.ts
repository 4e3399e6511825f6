/**
 * Vimeo's embeds: a player page that speaks the messages of `@vimeo/player`, and pages of events and showcases, which
 * have no messages.
 */
import { page } from './people.ts';
import { runVimeoPlayer, type VimeoFilm } from './vimeoPlayer.ts';

/** Films with special behaviour. All other ids are public films of a minute. */
const specialFilms = {
  /** Can only be played with its hash. */
  unlisted: { id: '100003', hash: '8272103f6e' },
  /** Its page does not exist and sends no messages. */
  missing: '100404',
} as const;

/** Films that reject `play` and `pause`, by id, and the name of the error. */
const rejections = new Map([
  ['100402', 'PasswordError'],
  ['100403', 'PrivacyError'],
  ['100405', 'NotFoundError'],
]);

/** The languages of the captions of all films. */
const captions = ['en', 'de'] as const;

export interface OutsidePage {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly html: string;
}

const notFound: OutsidePage = { status: 404, html: page('Sorry, we couldn’t find that page', '') };

/** Responds as player.vimeo.com and vimeo.com. */
export function vimeoPage({ host, pathname, searchParams }: URL): OutsidePage {
  if (host === 'player.vimeo.com') {
    const id = /^\/video\/(\d+)$/.exec(pathname)?.[1];
    return id === undefined ? notFound : playerPage(id, searchParams);
  }
  const embed = /^\/((?:event|showcase)\/\d+(?:\/video\/\d+)?)\/embed(?:\/[0-9a-f]+)?$/.exec(pathname)?.[1];
  if (embed !== undefined) return { status: 200, html: filmPage(embed, '') };
  return {
    status: 200,
    headers: { 'x-frame-options': 'SAMEORIGIN' },
    html: page('Vimeo', '<p>This page cannot be framed.</p>'),
  };
}

function playerPage(id: string, parameters: URLSearchParams): OutsidePage {
  const { unlisted, missing } = specialFilms;
  if (id === missing || (id === unlisted.id && parameters.get('h') !== unlisted.hash)) return notFound;
  const film: VimeoFilm = { id, duration: 60, captions, rejection: rejections.get(id) };
  return {
    status: 200,
    html: filmPage(`film ${id}`, `(${runVimeoPlayer.toString()})(${JSON.stringify(film)})`),
  };
}

/** A film that moves while `<html>` has the class `playing`; pages without a script play at once. */
const filmPage = (name: string, script: string): string => `<!doctype html>
<html lang="en" class="${script === '' ? 'playing' : ''}"><head><meta charset="utf-8"><title>Vimeo ${name}</title><style>
html,body{height:100%;margin:0;overflow:hidden;background:#05060f;color:#fff;font:16px/1.5 system-ui,sans-serif}
body{display:grid;place-items:center}
.light{position:absolute;width:70vmax;height:70vmax;border-radius:50%;filter:blur(8vmax);mix-blend-mode:screen;animation:drift 9s ease-in-out infinite alternate paused}
.light:nth-child(1){background:#e8437c;left:-20%;top:-40%}
.light:nth-child(2){background:#2f6fed;right:-20%;bottom:-40%;animation-duration:7s}
.light:nth-child(3){background:#f5b83d;left:30%;bottom:-60%;animation-duration:11s}
.playing .light{animation-play-state:running}
@keyframes drift{to{transform:translate(18vw,14vh) scale(1.4)}}
button{position:relative;min-height:3rem;padding:0 1.5rem;border:0;border-radius:.5rem;background:#00adef;color:#001018;font:inherit;cursor:pointer}
.playing button,.background button{opacity:0}
p{position:absolute;inset:auto 0 0;margin:.75rem;text-align:center;text-shadow:0 0 .5em #000}
</style></head><body>
<div class="light"></div><div class="light"></div><div class="light"></div>
${script === '' ? '' : '<button>Play</button>'}<p lang="">Vimeo ${name}</p>
<script>${script}</script></body></html>`;
