/** Explains problems with the microphone, the camera or the screen, and what to do (CHAT-16 to CHAT-18). */
import warning from '@phosphor-icons/core/fill/warning-circle-fill.svg?raw';
import video from '@phosphor-icons/core/regular/video-camera.svg?raw';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Button } from '../../../ui/Button.tsx';
import type { LocalMediaState } from '../model/media/localMedia.ts';
import { useLocalMedia, useOwnCallModel } from '../useOwnCall.ts';
import styles from './mediaNotes.module.css';

type Texts = readonly [title: Parameters<Translate>[0] | undefined, text: Parameters<Translate>[0]];
type Translate = ReturnType<typeof useTranslation<'call'>>['t'];

function textsFor({ errors }: LocalMediaState): Texts | undefined {
  const { microphone, camera, screen } = errors;
  if (microphone === 'denied' || camera === 'denied') return ['denied.title', 'denied.text'];
  if (camera === 'problem') return ['problem.title', 'problem.camera'];
  if (microphone === 'problem') return ['problem.title', 'problem.microphone'];
  if (screen === 'problem') return ['problem.title', 'problem.screen'];
  if (camera && microphone) return [undefined, 'missing.both'];
  if (camera) return [undefined, 'missing.camera'];
  return microphone && [undefined, 'missing.microphone'];
}

export function MediaNotes({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('call');
  const { media } = useOwnCallModel();
  const local = useLocalMedia((state) => state);
  if (local.isAsking && !local.audio && !local.video)
    return (
      <div role="status" className={`${styles.note} border-info/30 bg-info-fill ${className}`}>
        <Icon svg={video} size={20} className="text-info" />
        <p className="min-w-0 flex-1">
          <strong className="block font-strong">{t('permission.title')}</strong>
          {t('permission.text')}
        </p>
      </div>
    );
  const texts = textsFor(local);
  if (!texts) return null;
  const [title, text] = texts;
  const kinds = (['microphone', 'camera'] as const).filter((kind) => local.errors[kind]);
  return (
    <div role="alert" className={`${styles.note} border-warning/40 bg-warning-fill ${className}`}>
      <Icon svg={warning} size={20} className="text-warning" />
      <div className="min-w-0 flex-1">
        <p>
          {title && <strong className="block font-strong">{t(title)}</strong>}
          {t(text)}
        </p>
        {kinds.length > 0 && (
          <Button size="small" kind="quiet" className="mt-2" onClick={() => void media.request(kinds)}>
            {t('again')}
          </Button>
        )}
      </div>
    </div>
  );
}
