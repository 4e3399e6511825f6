/// <reference lib="dom" />
/** The script of the player page of the stand-in for Vimeo. */
export interface VimeoFilm {
  readonly id: string;
  /** Seconds. */
  readonly duration: number;
  readonly captions: readonly string[];
  /** The name of the error of `play` and `pause`. */
  readonly rejection?: string | undefined;
}

/** Runs in the player page. Its source text is sent to the browser, so it uses nothing of its module. */
export function runVimeoPlayer(film: VimeoFilm): void {
  const parameters = new URLSearchParams(location.search);
  const has = (name: string) => ['1', 'true'].includes(parameters.get(name) ?? '');
  const button = document.querySelector('button') as HTMLButtonElement;
  const caption = document.querySelector('p') as HTMLParagraphElement;
  const listened = new Set<string>();
  const background = has('background');
  const track = (language: string, mode: string) => ({
    language,
    kind: 'subtitles',
    label: language,
    mode,
  });
  /** What `get…` methods return and `set…` methods change. */
  const properties: Record<string, unknown> & { currentTime: number; paused: boolean; loop: boolean } = {
    videoId: Number(film.id),
    videoTitle: `Film ${film.id}`,
    videoUrl: `https://vimeo.com/${film.id}`,
    videoWidth: 1920,
    videoHeight: 1080,
    duration: film.duration,
    currentTime: 0,
    paused: true,
    ended: false,
    loop: has('loop') || background,
    muted: has('muted') || background,
    volume: 1,
    playbackRate: 1,
    textTracks: film.captions.map((language) => track(language, 'disabled')),
  };
  let startedAt = 0;

  const send = (message: object) => parent.postMessage(JSON.stringify(message), '*');
  const times = () => {
    const { currentTime: seconds } = properties;
    return { seconds, duration: film.duration, percent: seconds / film.duration };
  };
  const emit = (event: string, data: unknown = times()) => {
    if (listened.has(event)) send({ event, data });
  };
  const fail = (method: string, name: string, message: string) =>
    send({ event: 'error', data: { method, name, message } });

  const showCaptions = (language: string | undefined) => {
    properties['textTracks'] = film.captions.map((each) =>
      track(each, each === language ? 'showing' : 'disabled'),
    );
    caption.lang = language ?? '';
    caption.textContent = language === undefined ? document.title : `Captions: ${language}`;
    emit('texttrackchange', { language: language ?? null, kind: null, label: language ?? null });
  };
  const start = () => {
    startedAt = performance.now() - properties.currentTime * 1_000;
    document.documentElement.classList.add('playing');
    emit('playing');
  };
  const play = () => {
    if (!properties.paused) return;
    if (properties['ended'] === true) properties.currentTime = 0;
    Object.assign(properties, { paused: false, ended: false });
    emit('play');
    start();
  };
  const pause = () => {
    if (properties.paused) return;
    properties.paused = true;
    document.documentElement.classList.remove('playing');
    emit('pause');
  };
  const advance = () => {
    if (document.documentElement.classList.contains('playing')) {
      properties.currentTime = Math.min((performance.now() - startedAt) / 1_000, film.duration);
      emit('timeupdate');
      if (properties.currentTime === film.duration && properties.loop) {
        properties.currentTime = 0;
        start();
      } else if (properties.currentTime === film.duration) {
        properties['ended'] = true;
        pause();
        emit('ended');
      }
    }
    setTimeout(advance, 100);
  };
  /** Returns the name and message of an error instead if the method cannot be carried out. */
  const call = (method: string, value: unknown): readonly [name: string, message: string] | undefined => {
    if (method === 'addEventListener') listened.add(String(value));
    else if (method === 'removeEventListener') listened.delete(String(value));
    else if (film.rejection !== undefined && ['play', 'pause'].includes(method))
      return [film.rejection, 'This video cannot be played.'];
    else if (method === 'play') play();
    else if (method === 'pause') pause();
    else if (method === 'unload') {
      pause();
      properties.currentTime = 0;
    } else if (method === 'enableTextTrack') {
      const { language } = value as { language: string };
      if (!film.captions.includes(language))
        return ['InvalidTrackLanguageError', `There are no captions in ${language}.`];
      showCaptions(language);
    } else if (method === 'disableTextTrack') showCaptions(undefined);
    else if (!/^([gs]et[A-Z]|ping$|appendVideoMetadata$)/.test(method))
      return ['TypeError', `“${method}” is not a valid method.`];
    return undefined;
  };
  /** The value of the reply to a method. */
  const valueOf = (method: string, value: unknown): unknown => {
    const name = method.charAt(3).toLowerCase() + method.slice(4);
    if (method.startsWith('set')) {
      properties[name] = value;
      if (name === 'currentTime') {
        startedAt = performance.now() - Number(value) * 1_000;
        emit('seeked');
      }
      if (name === 'volume' || name === 'muted')
        emit('volumechange', { volume: properties['volume'], muted: properties['muted'] });
    }
    return /^[gs]et/.test(method) ? properties[name] : value;
  };

  addEventListener('message', ({ data, source }) => {
    const { method, value } = (data ?? {}) as { method?: string; value?: unknown };
    if (source !== parent || method === undefined) return;
    const error = call(method, value);
    if (error) fail(method, ...error);
    else send({ method, value: valueOf(method, value) });
  });
  button.addEventListener('click', () => {
    if (film.rejection === undefined) (properties.paused ? play : pause)();
  });
  if (background) document.documentElement.classList.add('background');
  const language = parameters.get('texttrack');
  if (language !== null && film.captions.includes(language)) showCaptions(language);
  send({ event: 'ready' });
  if (film.rejection === undefined && (has('autoplay') || background)) play();
  advance();
}
