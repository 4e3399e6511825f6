/** One's own profile: seen, written in place, with its picture and the account behind it. */
import { profileFields, type Architecture, type ProfileData } from '@foyer/contract';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FormEvent,
  type RefObject,
} from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { cancelNavigation, useNavigationGuard } from '../../platform/navigation/widgetGuards.ts';
import { closePresenceAndProfile, usePresencePanel } from '../../platform/presence/presencePanel.ts';
import { closeProfile } from '../../platform/state/user.ts';
import { useOwnProfile } from '../../platform/session/ownProfile.ts';
import { SlotPanel, type SlotPanelProps } from '../../ui/SlotPanel.tsx';
import { AccountSettings } from './account/AccountSettings.tsx';
import { AccountButton } from './AccountButton.tsx';
import { faceGlow } from './faceGlow.ts';
import { LoadingOwnProfile } from './LoadingOwnProfile.tsx';
import { Overview, type Done } from './Overview.tsx';
import { PanelBar } from './PanelBar.tsx';
import { PictureView } from './picture/PictureView.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { profileOpener } from './profileOpener.ts';
import { textOf } from './profileWords.ts';
import { UnsavedQuestion } from './UnsavedQuestion.tsx';
import { useProfileForm } from './useProfileForm.ts';

type View = 'profile' | 'edit' | 'picture' | 'account';
const titles = {
  profile: undefined,
  edit: 'edit',
  picture: 'panel.picture',
  account: 'panel.account',
} as const;

export interface OwnProfilePanelProps {
  readonly userId: string;
  readonly architecture: Architecture;
}

/** What the panel itself has to know of what stands in it. */
interface Frame extends Pick<SlotPanelProps, 'id' | 'onClose'> {
  readonly style?: CSSProperties | undefined;
}

const plainFrame: Frame = { id: 'profile', onClose: closeProfile };

/** One panel from the opening on: the profile that comes takes neither the focus nor the panel away. */
export function OwnProfilePanel({ userId, architecture }: OwnProfilePanelProps) {
  const { t } = useTranslation('profile');
  const [{ style, ...frame }, setFrame] = useState(plainFrame);
  const profile = useOwnProfile((state) => state.profile);
  // What somebody writes there meanwhile stays under their hands when the profile comes.
  const [inAccount, setInAccount] = useState(false);
  return (
    <SlotPanel {...frame} {...(style && { style })} label={t('panel.own')} opener={profileOpener}>
      {profile?.userId === userId && !inAccount ? (
        <LoadedProfile profile={profile} architecture={architecture} onFrame={setFrame} />
      ) : (
        <LoadingOwnProfile
          userId={userId}
          architectureId={architecture.id}
          inAccount={inAccount}
          onAccount={setInAccount}
        />
      )}
    </SlotPanel>
  );
}

interface Place {
  readonly content: RefObject<HTMLDivElement | null>;
  readonly onInput: (event: FormEvent) => void;
}

/**
 * What one pressed has gone with the view it stood in: the next one is read from its beginning. After a question that
 * leads back to the form it is the field that keeps it from being saved, else the one that was written in last.
 */
function useFocusFollowsView(view: View, isAsked: boolean): Place {
  const content = useRef<HTMLDivElement>(null);
  const written = useRef<EventTarget>(undefined);
  const before = useRef({ view, isAsked });
  // What had the focus while the profile was on its way has gone with that.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus();
  }, []);
  useEffect(() => {
    const { view: viewBefore, isAsked: wasAsked } = before.current;
    before.current = { view, isAsked };
    // A form has the focus in its field already.
    if (viewBefore !== view && view !== 'edit') content.current?.focus();
    else if (wasAsked && !isAsked) {
      const invalid = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      const last =
        written.current instanceof HTMLElement && written.current.isConnected ? written.current : null;
      (invalid ?? last ?? content.current)?.focus();
    }
  }, [view, isAsked]);
  return { content, onInput: ({ target }) => (written.current = target) };
}

interface LoadedProfileProps {
  readonly profile: ProfileData;
  readonly architecture: Architecture;
  readonly onFrame: (frame: Frame) => void;
}

/** Tells the panel what it has to know; one without a profile in it is a plain one again. */
function useFrame({ id, onClose, style }: Frame, onFrame: (frame: Frame) => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useLayoutEffect(() => {
    onFrame({ id, style, onClose: () => latest.current() });
    return () => onFrame(plainFrame);
  }, [id, style, onFrame]);
}

function LoadedProfile({ profile, architecture, onFrame }: LoadedProfileProps) {
  const { t } = useTranslation('profile');
  const fields = profileFields(architecture.userProfileAttributes);
  const form = useProfileForm(architecture, profile, fields);
  const isOverList = usePresencePanel(({ isOpen }) => isOpen);
  const [view, setView] = useState<View>('profile');
  const [first, setFirst] = useState('name');
  const [told, setTold] = useState<Done>();
  /** The panel is to be closed as soon as nothing in it is unsaved. */
  const [leaving, setLeaving] = useState(false);
  const isHeld = useNavigationGuard('profile', form.dirty);
  const isAsked = form.dirty && (leaving || isHeld);
  const { content, onInput } = useFocusFollowsView(view, isAsked);
  const isLeft = leaving && !form.dirty;
  useEffect(() => {
    if (isLeft) closeProfile();
  }, [isLeft]);

  const show = (next: View, done?: Done) => {
    content.current?.scrollTo({ top: 0, behavior: 'instant' });
    setTold(done);
    setView(next);
  };
  const edit = (field = 'name') => {
    setFirst(field);
    show('edit');
  };
  const done = (what: Done = 'saved') => show('profile', what);
  const close = () => (form.dirty ? setLeaving(true) : closeProfile());
  const stay = () => {
    setLeaving(false);
    cancelNavigation();
  };
  const discard = () => {
    form.reset();
    if (!leaving) show('profile');
  };
  const saveAndLeave = async () => {
    if (!(await form.save())) stay();
    else if (!leaving) done();
  };

  const backFrom = (from: View) => {
    if (from === 'profile') return isOverList ? closeProfile : undefined;
    return from === 'edit' ? undefined : () => show('profile');
  };
  const glow = useMemo(() => faceGlow(profile.userId), [profile.userId]);
  useFrame(
    {
      // What Back has closed is to be closed by Back again; not while a navigation has taken that step already.
      id: isAsked && !isHeld ? 'profile-unsaved' : 'profile',
      // Escape, or Back, is no answer to the question: then nothing is given up.
      onClose: isAsked ? stay : close,
      style: view === 'profile' ? glow : undefined,
    },
    onFrame,
  );
  const title = titles[view];
  return (
    <>
      <PanelBar
        {...(title && { title: t(title) })}
        onBack={backFrom(view)}
        {...(view === 'profile' && { backLabel: t('backToList') })}
        onClose={view === 'profile' ? closePresenceAndProfile : close}
      >
        {view === 'profile' && <AccountButton onClick={() => show('account')} />}
      </PanelBar>
      <div
        ref={content}
        tabIndex={-1}
        inert={isAsked}
        onInput={onInput}
        className={`min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6 ${isAsked ? 'opacity-40' : ''}`}
      >
        {view === 'profile' && (
          <Overview
            profile={profile}
            architecture={architecture}
            told={told}
            onEdit={edit}
            onPicture={() => show('picture')}
          />
        )}
        {view === 'edit' && (
          <ProfileForm
            form={form}
            fields={fields}
            email={textOf(profile, 'email')}
            first={first}
            onSaved={() => done()}
            onCancel={() => {
              form.reset();
              show('profile');
            }}
          />
        )}
        {view === 'picture' && (
          <PictureView profile={profile} architectureId={architecture.id} onDone={done} />
        )}
        {view === 'account' && <AccountSettings key={textOf(profile, 'email')} />}
      </div>
      {isAsked && (
        <UnsavedQuestion
          saving={form.saving}
          onSave={() => void saveAndLeave()}
          onDiscard={discard}
          onStay={stay}
        />
      )}
    </>
  );
}
