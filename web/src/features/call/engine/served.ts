/** Through a media server (LiveKit): one connection, whoever else is there. Its client is fetched with the first such call. */
import type * as LivekitClient from 'livekit-client';
import type { RemoteTrackPublication, Room, Track } from 'livekit-client';
import type { CallMember } from '@foyer/contract';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import type { CallEngine, Heard, Remote, Sent } from './engine.ts';

export interface ServedParts extends Heard {
  readonly url: string;
  readonly token: string;
}

type Livekit = typeof LivekitClient;

/** @throws where the media server cannot be reached, or does not let one in */
export async function openServed(parts: ServedParts): Promise<CallEngine> {
  const livekit = await importWithRetry(() => import('livekit-client'));
  const room = new livekit.Room({ adaptiveStream: true, dynacast: true, stopLocalTrackOnUnpublish: false });
  const served = new Served(room, livekit, parts);
  try {
    await room.connect(parts.url, parts.token);
  } catch (fault) {
    served.close();
    throw fault;
  }
  served.tell();
  return served;
}

class Served implements CallEngine {
  private readonly room: Room;
  private readonly livekit: Livekit;
  private readonly heard: Heard;
  private readonly deafen: () => void;
  private readonly published = new Map<Track.Source, MediaStreamTrack>();
  private readonly streams = new Map<string, { readonly tracks: string; readonly stream: MediaStream }>();
  private publishing: Promise<void> = Promise.resolve();
  private others: readonly string[] = [];

  constructor(room: Room, livekit: Livekit, heard: Heard) {
    this.room = room;
    this.livekit = livekit;
    this.heard = heard;
    const { RoomEvent } = livekit;
    const tell = () => this.tell();
    const events = [
      RoomEvent.ParticipantConnected,
      RoomEvent.ParticipantDisconnected,
      RoomEvent.TrackSubscribed,
      RoomEvent.TrackUnsubscribed,
      RoomEvent.TrackMuted,
      RoomEvent.TrackUnmuted,
      RoomEvent.ConnectionStateChanged,
    ] as const;
    // Its client has tried again for as long as it does.
    const lost = () => heard.lost();
    for (const event of events) room.on(event, tell);
    room.on(RoomEvent.Disconnected, lost);
    this.deafen = () => {
      for (const event of events) room.off(event, tell);
      room.off(RoomEvent.Disconnected, lost);
    };
  }

  meet(others: readonly CallMember[]): void {
    this.others = others.map(({ tabId }) => tabId);
    this.tell();
  }

  send({ audio, video, screen }: Sent): void {
    const { Source } = this.livekit.Track;
    this.publish(Source.Microphone, audio);
    this.publish(Source.Camera, video);
    this.publish(Source.ScreenShare, screen?.getVideoTracks()[0]);
    this.publish(Source.ScreenShareAudio, screen?.getAudioTracks()[0]);
  }

  /** Its client notices a change of network by itself. */
  renew(): void {
    this.tell();
  }

  close(): void {
    this.deafen();
    void this.room.disconnect(false);
  }

  tell(): void {
    this.heard.changed(new Map(this.others.map((tabId) => [tabId, this.remote(tabId)])));
  }

  private remote(tabId: string): Remote {
    const { ConnectionState, Track: Tracks } = this.livekit;
    const { Source } = Tracks;
    const participant = this.room.remoteParticipants.get(tabId);
    const publications = [...(participant?.trackPublications.values() ?? [])];
    const isConnected = this.room.state === ConnectionState.Connected;
    const away = this.room.state === ConnectionState.Disconnected ? 'failed' : 'reconnecting';
    return {
      state: isConnected ? (participant ? 'connected' : 'connecting') : away,
      camera: this.streamOf(`${tabId} camera`, publications, [Source.Microphone, Source.Camera]),
      screen: this.streamOf(`${tabId} screen`, publications, [Source.ScreenShare, Source.ScreenShareAudio]),
    };
  }

  /** One stream for as long as its tracks are the same. */
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
    const known = this.streams.get(key);
    if (known?.tracks === ids) return known.stream;
    const stream = new MediaStream(tracks);
    this.streams.set(key, { tracks: ids, stream });
    return stream;
  }

  private publish(source: Track.Source, track: MediaStreamTrack | undefined): void {
    const before = this.published.get(source);
    if (before === track) return;
    if (track) this.published.set(source, track);
    else this.published.delete(source);
    const { localParticipant } = this.room;
    const earlier = this.publishing;
    const now = async (): Promise<void> => {
      await earlier;
      try {
        if (before) await localParticipant.unpublishTrack(before, false);
        if (track) await localParticipant.publishTrack(track, { source });
      } catch {
        // The room is over, or away: its client publishes again what was published.
      }
    };
    this.publishing = now();
  }
}
