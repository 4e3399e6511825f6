/** One's own profile: seen, written in place, with its picture and the account behind it. */
import gear from '@phosphor-icons/core/regular/gear-six.svg?raw';
import { profileFields, type Architecture, type ProfileData } from '@foyer/contract';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useNavigationGuard } from '../../platform/navigation/widgetGuards.ts';
import { leavePeople, usePresencePanel } from '../../platform/presence/presencePanel.ts';
import { closeProfile } from '../../platform/state/user.ts';
import { useOwnProfile } from '../../platform/session/ownProfile.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { SlotPanel } from '../../ui/SlotPanel.tsx';
import { AccountSettings } from './account/AccountSettings.tsx';
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

export function OwnProfilePanel({ userId, architecture }: OwnProfilePanelProps) {
  const profile = useOwnProfile((state) => state.profile);
  if (profile?.userId === userId) return <LoadedProfile profile={profile} architecture={architecture} />;
  return <LoadingOwnProfile userId={userId} architectureId={architecture.id} />;
}

/** What one pressed has gone with the view it stood in: the next one is read from its beginning. */
function useFocusFollowsView(view: View): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    // A form has the focus in its field already.
    if (before.current !== view && view !== 'edit') content.current?.focus();
    before.current = view;
  }, [view]);
  return content;
}

interface LoadedProfileProps {
  readonly profile: ProfileData;
  readonly architecture: Architecture;
}

function LoadedProfile({ profile, architecture }: LoadedProfileProps) {
  const { t } = useTranslation('profile');
  const fields = profileFields(architecture.userProfileAttributes);
  const form = useProfileForm(architecture, profile, fields);
  const isOverList = usePresencePanel(({ isOpen }) => isOpen);
  const [view, setView] = useState<View>('profile');
  const [first, setFirst] = useState('name');
  const [told, setTold] = useState<Done>();
  const content = useFocusFollowsView(view);
  const [leaving, setLeaving] = useState(false);
  const isHeld = useNavigationGuard('profile', form.dirty);
  const isAsked = form.dirty && (leaving || isHeld);

  const show = (next: View, done?: Done) => {
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
    requestAnimationFrame(() => content.current?.focus());
  };
  const discard = () => {
    form.reset();
    if (leaving) closeProfile();
    else show('profile');
  };
  const saveAndLeave = async () => {
    const isSaved = await form.save();
    setLeaving(false);
    if (!isSaved) return;
    if (leaving) closeProfile();
    else done();
  };

  const backFrom = (from: View) => {
    if (from === 'profile') return isOverList ? closeProfile : undefined;
    return from === 'edit' ? undefined : () => show('profile');
  };
  const title = titles[view];
  return (
    <SlotPanel
      // What Back has closed is to be closed by Back again; not while a navigation has taken that step already.
      id={isAsked && !isHeld ? 'profile-unsaved' : 'profile'}
      label={t('panel.own')}
      onClose={close}
      opener={profileOpener}
      style={view === 'profile' ? faceGlow(profile.userId) : {}}
    >
      <PanelBar
        {...(title && { title: t(title) })}
        onBack={backFrom(view)}
        {...(view === 'profile' && { backLabel: t('backToList') })}
        onClose={view === 'profile' ? leavePeople : close}
      >
        {view === 'profile' && (
          <IconButton svg={gear} label={t('account')} onClick={() => show('account')} className="bg-ink/6" />
        )}
      </PanelBar>
      <div
        ref={content}
        tabIndex={-1}
        inert={isAsked}
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
        {view === 'account' && <AccountSettings />}
      </div>
      {isAsked && (
        <UnsavedQuestion
          saving={form.saving}
          onSave={() => void saveAndLeave()}
          onDiscard={discard}
          onStay={isHeld ? undefined : stay}
        />
      )}
    </SlotPanel>
  );
}
