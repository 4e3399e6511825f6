/** Sends and receives media through a LiveKit server. Its client library is downloaded with the first such call. */
import type * as LivekitClient from 'livekit-client';
import type { RemoteTrackPublication, Room, Track } from 'livekit-client';
import type { CallParticipant } from '@foyer/contract';
import { importWithRetry } from '../../../../platform/loading/importWithRetry.ts';
import { untilAborted } from '../../../../platform/untilAborted.ts';
import type { CallEngine, EngineDeps, RemoteParticipant, LocalTracks } from './callEngine.ts';

export interface LivekitDeps extends EngineDeps {
  readonly url: string;
  readonly token: string;
}

type Livekit = typeof LivekitClient;

const importLivekit = () => import('livekit-client');

/** @throws if the media server cannot be reached or rejects the token, or if the signal is aborted before it is connected */
export async function openLivekitEngine(deps: LivekitDeps): Promise<CallEngine> {
  const livekit = await importWithRetry(importLivekit);
  deps.signal.throwIfAborted();
  const room = new livekit.Room({ adaptiveStream: true, dynacast: true, stopLocalTrackOnUnpublish: false });
  const engine = new LivekitEngine(room, livekit, deps);
  untilAborted(deps.signal, () => engine.close());
  try {
    await room.connect(deps.url, deps.token);
  } catch (error) {
    // The end of the call has closed it already.
    if (deps.signal.aborted) throw error;
    engine.close();
    // `disconnect` does nothing in a room that is not connected, and leaves its peer connection open.
    void room.engine.close();
    throw error;
  }
  engine.report();
  return engine;
}

class LivekitEngine implements CallEngine {
  private readonly room: Room;
  private readonly livekit: Livekit;
  private readonly callbacks: EngineDeps;
  private readonly removeListeners: () => void;
  private readonly published = new Map<Track.Source, MediaStreamTrack>();
  private readonly streams = new Map<string, { readonly tracks: string; readonly stream: MediaStream }>();
  private pendingPublish: Promise<void> = Promise.resolve();
  private tabIds: readonly string[] = [];

  constructor(room: Room, livekit: Livekit, callbacks: EngineDeps) {
    this.room = room;
    this.livekit = livekit;
    this.callbacks = callbacks;
    const { RoomEvent } = livekit;
    const report = () => this.report();
    const events = [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.ConnectionStateChanged,
    ] as const;
    // `Disconnected` is emitted after the client library has given up reconnecting.
    const onLost = () => callbacks.onLost();
    for (const event of events) room.on(event, report);
    room.on(RoomEvent.Disconnected, onLost);
    this.removeListeners = () => {
      for (const event of events) room.off(event, report);
      room.off(RoomEvent.Disconnected, onLost);
    };
  }

  setParticipants(others: readonly CallParticipant[]): void {
    this.tabIds = others.map(({ tabId }) => tabId);
    this.report();
  }

  setTracks({ audio, video, screen }: LocalTracks): void {
    const { Source } = this.livekit.Track;
    this.replaceTrack(Source.Microphone, audio);
    this.replaceTrack(Source.Camera, video);
    this.replaceTrack(Source.ScreenShare, screen?.getVideoTracks()[0]);
    this.replaceTrack(Source.ScreenShareAudio, screen?.getAudioTracks()[0]);
  }

  /** The client library detects changes of the network itself. */
  reconnect(): void {
    this.report();
  }

  close(): void {
    this.removeListeners();
    void this.room.disconnect(false);
  }

  report(): void {
    this.callbacks.onChange(new Map(this.tabIds.map((tabId) => [tabId, this.participant(tabId)])));
  }

  private participant(tabId: string): RemoteParticipant {
    const { ConnectionState, Track: Tracks } = this.livekit;
    const { Source } = Tracks;
    const participant = this.room.remoteParticipants.get(tabId);
    const publications = [...(participant?.trackPublications.values() ?? [])];
    const isConnected = this.room.state === ConnectionState.Connected;
    const disconnected = this.room.state === ConnectionState.Disconnected ? 'failed' : 'reconnecting';
    return {
      state: isConnected ? (participant ? 'connected' : 'connecting') : disconnected,
      camera: this.streamOf(`${tabId} camera`, publications, [Source.Microphone, Source.Camera]),
      screen: this.streamOf(`${tabId} screen`, publications, [Source.ScreenShare, Source.ScreenShareAudio]),
    };
  }

  /** Returns the same stream as long as its tracks are the same. */
  private streamOf(
    key: string,
    publications: readonly RemoteTrackPublication[],
    sources: readonly Track.Source[],
  ): MediaStream | undefined {
    const tracks = publications
      .filter(({ source }) => sources.includes(source))
      .flatMap(({ track }) => (track ? [track.mediaStreamTrack] : []));
    if (tracks.length === 0) return undefined;
    const ids = tracks.map(({ id }) => id).join(' ');
    const cached = this.streams.get(key);
    if (cached?.tracks === ids) return cached.stream;
    const stream = new MediaStream(tracks);
    this.streams.set(key, { tracks: ids, stream });
    return stream;
  }

  private replaceTrack(source: Track.Source, track: MediaStreamTrack | undefined): void {
    const before = this.published.get(source);
    if (before === track) return;
    if (track) this.published.set(source, track);
    else this.published.delete(source);
    const { localParticipant } = this.room;
    const previous = this.pendingPublish;
    const publish = async (): Promise<void> => {
      await previous;
      try {
        if (before) await localParticipant.unpublishTrack(before, false);
        if (track) await localParticipant.publishTrack(track, { source });
      } catch {
        // The room is closed or reconnecting. After reconnecting, the client library republishes its tracks.
      }
    };
    this.pendingPublish = publish();
  }
}
