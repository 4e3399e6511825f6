/** The participants of the call, each with video or profile picture, name and state. */
import microphoneSlash from '@phosphor-icons/core/fill/microphone-slash-fill.svg?raw';
import wifi from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import type { CallParticipant } from '@foyer/contract';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Face } from '../../ui/Face.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { RemoteParticipant } from './engine/callEngine.ts';
import { ownStream } from './media/speakingDetection.ts';
import { toCallMedia, useLocalMedia } from './media/localMedia.ts';
import { Video, useStreamOf } from './media/Video.tsx';
import { useOtherParticipants, useCallState } from './callState.ts';
import { useCallTexts } from './useCallTexts.ts';

interface TileProps {
  readonly member: CallParticipant;
  readonly name: string;
  readonly media: CallParticipant['media'];
  /** Key in `CallState.speaking`. */
  readonly speakerId: string;
  readonly state?: RemoteParticipant['state'];
  readonly children: React.ReactNode;
}

function Tile({ member, name, media, speakerId, state = 'connected', children }: TileProps) {
  const { t } = useTranslation('call');
  const isSpeaking = useCallState(({ speaking }) => speaking.has(speakerId)) && media.microphone;
  return (
    <li data-member={member.tabId} data-state={state} data-speaking={isSpeaking} className="call-tile">
      {children}
      {!media.camera && (
        <span className="call-face">
          <Face person={member.user} name={name} size={72} />
        </span>
      )}
      <span className="call-name">
        {!media.microphone && <Icon svg={microphoneSlash} size={16} />}
        <bdi className="truncate">{name}</bdi>
        {!media.microphone && <VisuallyHidden>{t('state.muted')}</VisuallyHidden>}
        {isSpeaking && <VisuallyHidden>{t('state.speaking')}</VisuallyHidden>}
      </span>
      {state !== 'connected' && (
        <span className="call-state">
          <Icon svg={wifi} size={18} />
          {t(`state.${state}`)}
        </span>
      )}
    </li>
  );
}

function OtherTile({ member }: { readonly member: CallParticipant }) {
  const { nameOf } = useCallTexts();
  const remote = useCallState(({ remotes }) => remotes.get(member.tabId));
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
  const local = useLocalMedia();
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
  const screen = useCallState(({ remotes }) => remotes.get(member.tabId)?.screen);
  if (!screen) return null;
  return (
    <li className="call-tile call-screen" data-screen={member.tabId}>
      <Video stream={screen} uncropped />
      <span className="call-name">
        <span className="truncate">{t('state.screenOf', { name: nameOf(member) })}</span>
      </span>
    </li>
  );
}

export function ParticipantTiles() {
  const tabId = useCallState((state) => state.tabId);
  const members = useCallState(({ call }) => call?.participants) ?? [];
  const others = useOtherParticipants();
  const own = members.find((member) => member.tabId === tabId);
  const sharing = others.filter(({ media }) => media.screen);
  return (
    <ul className="call-tiles" data-count={Math.min(members.length, 7)} data-screens={sharing.length > 0}>
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
