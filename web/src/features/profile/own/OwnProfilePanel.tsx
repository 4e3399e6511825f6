/** The panel of the user's own profile: overview, form, picture and account settings. */
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
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { cancelNavigation, useNavigationGuard } from '../../../platform/navigation/useNavigationGuard.ts';
import { useIsOverList, useSidePanelsModel } from '../../../platform/sidePanels.ts';
import { useOwnProfile } from '../../session/index.ts';
import { SlotPanel, type SlotPanelProps } from '../../../ui/SlotPanel.tsx';
import { AccountSettings } from '../account/AccountSettings.tsx';
import { AccountButton } from './AccountButton.tsx';
import { panelGlow, profileOpener } from '../panelProps.ts';
import { LoadingOwnProfile } from './LoadingOwnProfile.tsx';
import { Overview, type SavedChange } from './Overview.tsx';
import { PanelBar } from '../PanelBar.tsx';
import { PictureView } from '../picture/PictureView.tsx';
import { ProfileForm } from '../form/ProfileForm.tsx';
import { textOf } from '../profileTexts.ts';
import { useProfilesModel } from '../useProfiles.ts';
import { UnsavedQuestion } from '../form/UnsavedQuestion.tsx';
import { useProfileForm } from '../form/useProfileForm.ts';

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

/** Props of the panel that depend on its content. */
interface PanelFrame extends Pick<SlotPanelProps, 'id' | 'onClose'> {
  readonly style?: CSSProperties | undefined;
}

/** The panel stays mounted while the profile loads, so it keeps the focus. */
export function OwnProfilePanel({ userId, architecture }: OwnProfilePanelProps) {
  const { t } = useTranslation('profile');
  const { close } = useProfilesModel();
  const [frame, setFrame] = useState<PanelFrame>();
  const { style, ...props } = frame ?? { id: 'profile', onClose: close };
  const profile = useOwnProfile((state) => state.profile);
  // The account settings stay open, with their typed values, when the profile arrives.
  const [inAccount, setInAccount] = useState(false);
  return (
    <SlotPanel {...props} {...(style && { style })} label={t('panel.own')} opener={profileOpener}>
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

interface ContentProps {
  readonly content: RefObject<HTMLDivElement | null>;
  readonly onInput: (event: FormEvent) => void;
}

/**
 * Moves the focus after a change of view: to the beginning of the new view; after the question about unsaved changes,
 * to the first invalid field, else to the field that was typed in last.
 */
function useContentFocus(view: View, isQuestionOpen: boolean): ContentProps {
  const content = useRef<HTMLDivElement>(null);
  const lastInput = useRef<EventTarget>(undefined);
  const before = useRef({ view, isQuestionOpen });
  // The element that had the focus while the profile was loading has been removed.
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus();
  }, []);
  useEffect(() => {
    const { view: viewBefore, isQuestionOpen: wasQuestionOpen } = before.current;
    before.current = { view, isQuestionOpen };
    // The form focuses its own field.
    if (viewBefore !== view && view !== 'edit') content.current?.focus();
    else if (wasQuestionOpen && !isQuestionOpen) {
      const invalid = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      const last =
        lastInput.current instanceof HTMLElement && lastInput.current.isConnected ? lastInput.current : null;
      (invalid ?? last ?? content.current)?.focus();
    }
  }, [view, isQuestionOpen]);
  return { content, onInput: ({ target }) => (lastInput.current = target) };
}

interface LoadedProfileProps {
  readonly profile: ProfileData;
  readonly architecture: Architecture;
  readonly onFrame: (frame: PanelFrame | undefined) => void;
}

/** Passes the props to the panel, and resets them on unmount. */
function usePanelFrame({ id, onClose, style }: PanelFrame, onFrame: LoadedProfileProps['onFrame']): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useLayoutEffect(() => {
    onFrame({ id, style, onClose: () => latest.current() });
    return () => onFrame(undefined);
  }, [id, style, onFrame]);
}

function LoadedProfile({ profile, architecture, onFrame }: LoadedProfileProps) {
  const { t } = useTranslation('profile');
  const fields = profileFields(architecture.userProfileAttributes);
  const form = useProfileForm(architecture, profile, fields);
  const isOverList = useIsOverList();
  const { closeAll } = useSidePanelsModel();
  const profiles = useProfilesModel();
  const [view, setView] = useState<View>('profile');
  const [firstField, setFirstField] = useState('name');
  const [savedChange, setSavedChange] = useState<SavedChange>();
  /** The panel closes as soon as there are no unsaved changes. */
  const [isClosing, setIsClosing] = useState(false);
  const isNavigationBlocked = useNavigationGuard('profile', form.dirty);
  const isQuestionOpen = form.dirty && (isClosing || isNavigationBlocked);
  const { content, onInput } = useContentFocus(view, isQuestionOpen);
  const canClose = isClosing && !form.dirty;
  useEffect(() => {
    if (canClose) profiles.close();
  }, [canClose, profiles]);

  const show = (next: View, change?: SavedChange) => {
    content.current?.scrollTo({ top: 0, behavior: 'instant' });
    setSavedChange(change);
    setView(next);
  };
  const edit = (field = 'name') => {
    setFirstField(field);
    show('edit');
  };
  const showSaved = (change: SavedChange = 'saved') => show('profile', change);
  const close = () => (form.dirty ? setIsClosing(true) : profiles.close());
  const stay = () => {
    setIsClosing(false);
    cancelNavigation();
  };
  const discard = () => {
    form.reset();
    if (!isClosing) show('profile');
  };
  const saveAndLeave = async () => {
    if (!(await form.save())) stay();
    else if (!isClosing) showSaved();
  };

  const backFrom = (from: View) => {
    if (from === 'profile') return isOverList ? profiles.close : undefined;
    return from === 'edit' ? undefined : () => show('profile');
  };
  const glow = useMemo(() => panelGlow(profile.userId), [profile.userId]);
  usePanelFrame(
    {
      // The id changes so that Back works again after it has opened the question; not for a blocked navigation, which
      // Back has already cancelled.
      id: isQuestionOpen && !isNavigationBlocked ? 'profile-unsaved' : 'profile',
      // Escape and Back dismiss the question and keep the changes.
      onClose: isQuestionOpen ? stay : close,
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
        onClose={view === 'profile' ? closeAll : close}
      >
        {view === 'profile' && <AccountButton onClick={() => show('account')} />}
      </PanelBar>
      <div
        ref={content}
        tabIndex={-1}
        inert={isQuestionOpen}
        onInput={onInput}
        className={`min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6 ${view === 'edit' ? '' : 'fade-end'} ${isQuestionOpen ? 'opacity-40' : ''}`}
      >
        {view === 'profile' && (
          <Overview
            profile={profile}
            architecture={architecture}
            savedChange={savedChange}
            onEdit={edit}
            onPicture={() => show('picture')}
          />
        )}
        {view === 'edit' && (
          <ProfileForm
            form={form}
            fields={fields}
            email={textOf(profile, 'email')}
            firstField={firstField}
            onSaved={() => showSaved()}
            onCancel={() => {
              form.reset();
              show('profile');
            }}
          />
        )}
        {view === 'picture' && (
          <PictureView profile={profile} architectureId={architecture.id} onDone={showSaved} />
        )}
        {view === 'account' && <AccountSettings key={textOf(profile, 'email')} />}
      </div>
      {isQuestionOpen && (
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
