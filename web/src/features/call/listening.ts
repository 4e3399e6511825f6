/** Who speaks, oneself among them. */
import { Listening, type Levels } from './media/levels.ts';
import { useLocalMedia } from './media/localMedia.ts';
import { useSession } from './session.ts';

/** Oneself among the names of tabs. */
export const ownVoice = 'me';

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));

function told(levels: Levels): void {
  const now = new Set([...levels].filter(([, { isSpeaking }]) => isSpeaking).map(([name]) => name));
  const { speaking, level: before } = useSession.getState();
  const level = levels.get(ownVoice)?.level ?? 0;
  if (level !== before) useSession.setState({ level });
  if (!isSame(now, speaking)) useSession.setState({ speaking: now });
}

/** Returns what ends it. */
export function startListening(): () => void {
  const listening = new Listening(told);
  let own: { readonly track: MediaStreamTrack; readonly stream: MediaStream } | undefined;
  const listen = (): void => {
    const streams = new Map<string, MediaStream>();
    const { audio } = useLocalMedia.getState();
    if (audio && own?.track !== audio) own = { track: audio, stream: new MediaStream([audio]) };
    if (audio && own) streams.set(ownVoice, own.stream);
    for (const [name, { camera }] of useSession.getState().remotes) if (camera) streams.set(name, camera);
    listening.to(streams);
  };
  listen();
  const ends = [
    useLocalMedia.subscribe((now, before) => {
      if (now.audio !== before.audio) listen();
    }),
    useSession.subscribe((now, before) => {
      if (now.remotes !== before.remotes) listen();
    }),
  ];
  return () => {
    for (const end of ends) end();
    listening.close();
  };
}
