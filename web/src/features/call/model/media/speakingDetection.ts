/** Detects which participants speak, including the user, and updates the streams of the call. */
import type { StoreApi } from 'zustand';
import { untilAborted } from '../../../../platform/untilAborted.ts';
import type { CallStreams } from '../callStreams.ts';
import { AudioLevelMonitor, type AudioLevels } from './audioLevels.ts';
import type { LocalMediaState } from './localMedia.ts';

/** Stands for the own tab among the tab ids in `CallStreams.speaking`. */
export const ownStream = 'me';

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));

function updateSpeaking(streams: StoreApi<CallStreams>, levels: AudioLevels): void {
  const speaking = new Set([...levels].filter(([, { isSpeaking }]) => isSpeaking).map(([id]) => id));
  const before = streams.getState();
  const ownLevel = levels.get(ownStream)?.level ?? 0;
  if (ownLevel !== before.ownLevel) streams.setState({ ownLevel });
  if (!isSameSet(speaking, before.speaking)) streams.setState({ speaking });
}

export interface SpeakingDetectionDeps {
  readonly local: StoreApi<LocalMediaState>;
  readonly streams: StoreApi<CallStreams>;
  /** Of the call. */
  readonly signal: AbortSignal;
}

export function startSpeakingDetection({ local, streams, signal }: SpeakingDetectionDeps): void {
  const monitor = new AudioLevelMonitor((levels) => updateSpeaking(streams, levels), signal);
  let own: { readonly track: MediaStreamTrack; readonly stream: MediaStream } | undefined;
  const updateStreams = (): void => {
    const measured = new Map<string, MediaStream>();
    const { audio } = local.getState();
    if (audio && own?.track !== audio) own = { track: audio, stream: new MediaStream([audio]) };
    if (audio && own) measured.set(ownStream, own.stream);
    for (const [id, { camera }] of streams.getState().remotes) if (camera) measured.set(id, camera);
    monitor.setStreams(measured);
  };
  updateStreams();
  untilAborted(
    signal,
    local.subscribe((now, before) => {
      if (now.audio !== before.audio) updateStreams();
    }),
  );
  untilAborted(
    signal,
    streams.subscribe((now, before) => {
      if (now.remotes !== before.remotes) updateStreams();
    }),
  );
}
