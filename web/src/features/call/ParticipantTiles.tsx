/** The participants of the call, each with video or profile picture, name and state. */
import microphoneSlash from '@phosphor-icons/core/fill/microphone-slash-fill.svg?raw';
import wifi from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import type { CallParticipant } from '@foyer/contract';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Face } from '../../ui/Face.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Video, useStreamOf } from './media/Video.tsx';
import type { RemoteParticipant } from './model/engine/callEngine.ts';
import { toCallMedia } from './model/media/localMedia.ts';
import { ownStream } from './model/media/speakingDetection.ts';
import { memberOf } from './model/ownCallState.ts';
import { useCalls } from './useCalls.ts';
import { useCallTexts } from './useCallTexts.ts';
import { useCallStreams, useLocalMedia, useOtherParticipants } from './useOwnCall.ts';
import styles from './callTiles.module.css';

interface TileProps {
  readonly member: CallParticipant;
  readonly name: string;
  readonly media: CallParticipant['media'];
  /** Key in `CallStreams.speaking`. */
  readonly speakerId: string;
  readonly state?: RemoteParticipant['state'];
  readonly children: React.ReactNode;
}

function Tile({ member, name, media, speakerId, state = 'connected', children }: TileProps) {
  const { t } = useTranslation('call');
  const isSpeaking = useCallStreams(({ speaking }) => speaking.has(speakerId)) && media.microphone;
  return (
    <li data-member={member.tabId} data-state={state} data-speaking={isSpeaking} className={styles.tile}>
      {children}
      {!media.camera && (
        <span className={styles.face}>
          <Face person={member.user} name={name} size={72} />
        </span>
      )}
      <span className={styles.name}>
        {!media.microphone && <Icon svg={microphoneSlash} size={16} />}
        <bdi className="truncate">{name}</bdi>
        {!media.microphone && <VisuallyHidden>{t('state.muted')}</VisuallyHidden>}
        {isSpeaking && <VisuallyHidden>{t('state.speaking')}</VisuallyHidden>}
      </span>
      {state !== 'connected' && (
        <span className={styles.state}>
          <Icon svg={wifi} size={18} />
          {t(`state.${state}`)}
        </span>
      )}
    </li>
  );
}

function OtherTile({ member }: { readonly member: CallParticipant }) {
  const { nameOf } = useCallTexts();
  const remote = useCallStreams(({ remotes }) => remotes.get(member.tabId));
  return (
    <Tile
      member={member}
      name={nameOf(member)}
      media={member.media}
      speakerId={member.tabId}
      state={remote?.state ?? 'connecting'}
    >
      <Video stream={remote?.camera} hidden={!member.media.camera} />
    </Tile>
  );
}

function OwnTile({ member }: { readonly member: CallParticipant }) {
  const { t } = useTranslation('call');
  const local = useLocalMedia((state) => state);
  const stream = useStreamOf(local.video);
  return (
    <Tile member={member} name={t('you')} media={toCallMedia(local)} speakerId={ownStream}>
      {local.video && <Video stream={stream} mirrored muted />}
    </Tile>
  );
}

function ScreenTile({ member }: { readonly member: CallParticipant }) {
  const { t } = useTranslation('call');
  const { nameOf } = useCallTexts();
  const screen = useCallStreams(({ remotes }) => remotes.get(member.tabId)?.screen);
  if (!screen) return null;
  return (
    <li className={`${styles.tile} ${styles.screen}`} data-screen={member.tabId}>
      <Video stream={screen} uncropped />
      <span className={styles.name}>
        <span className="truncate">{t('state.screenOf', { name: nameOf(member) })}</span>
      </span>
    </li>
  );
}

export interface ParticipantTilesProps {
  /** Size of the panel. */
  readonly size: 'small' | 'large';
}

export function ParticipantTiles({ size }: ParticipantTilesProps) {
  const tabId = useCalls(({ own }) => memberOf(own)?.tabId);
  const members = useCalls(({ own }) => memberOf(own)?.call.participants) ?? [];
  const others = useOtherParticipants();
  const own = members.find((member) => member.tabId === tabId);
  const sharing = others.filter(({ media }) => media.screen);
  return (
    <ul
      data-size={size}
      data-count={Math.min(members.length, 7)}
      data-screens={sharing.length > 0}
      className={styles.tiles}
    >
      {sharing.map((member) => (
        <ScreenTile key={`${member.tabId} screen`} member={member} />
      ))}
      {others.map((member) => (
        <OtherTile key={member.tabId} member={member} />
      ))}
      {own && <OwnTile member={own} />}
    </ul>
  );
}
