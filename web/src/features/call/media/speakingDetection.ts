/** Detects which participants speak, including the user, and updates the call state. */
import { AudioLevelMonitor, type AudioLevels } from './audioLevels.ts';
import { useLocalMedia } from './localMedia.ts';
import { useCallState } from '../callState.ts';

/** Stands for the own tab among the tab ids in `CallState.speaking`. */
export const ownStream = 'me';

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

function onLevels(levels: AudioLevels): void {
  const now = new Set([...levels].filter(([, { isSpeaking }]) => isSpeaking).map(([id]) => id));
  const { speaking, ownLevel: previousLevel } = useCallState.getState();
  const ownLevel = levels.get(ownStream)?.level ?? 0;
  if (ownLevel !== previousLevel) useCallState.setState({ ownLevel });
  if (!isSameSet(now, speaking)) useCallState.setState({ speaking: now });
}

/** Returns a function that stops it. */
export function startSpeakingDetection(): () => void {
  const monitor = new AudioLevelMonitor(onLevels);
  let own: { readonly track: MediaStreamTrack; readonly stream: MediaStream } | undefined;
  const updateStreams = (): void => {
    const streams = new Map<string, MediaStream>();
    const { audio } = useLocalMedia.getState();
    if (audio && own?.track !== audio) own = { track: audio, stream: new MediaStream([audio]) };
    if (audio && own) streams.set(ownStream, own.stream);
    for (const [id, { camera }] of useCallState.getState().remotes) if (camera) streams.set(id, camera);
    monitor.setStreams(streams);
  };
  updateStreams();
  const unsubscribe = [
    useLocalMedia.subscribe((now, before) => {
      if (now.audio !== before.audio) updateStreams();
    }),
    useCallState.subscribe((now, before) => {
      if (now.remotes !== before.remotes) updateStreams();
    }),
  ];
  return () => {
    for (const end of unsubscribe) end();
    monitor.close();
  };
}
