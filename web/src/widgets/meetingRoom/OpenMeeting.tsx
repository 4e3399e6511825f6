import videoConference from '@phosphor-icons/core/regular/video-conference.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

interface Props {
  readonly widgetId: string;
  /** The widget's name. */
  readonly name: string;
  readonly open: () => void;
}

/** In the picture: a meeting there would end with each turn of the view, so that it opens in a panel. */
export function OpenMeeting({ widgetId, name, open }: Props) {
  const { t } = useTranslation('widgets');
  const verb = t('verbs.join');
  return (
    <button
      type="button"
      data-opens={widgetId}
      aria-haspopup="dialog"
      aria-label={t('verbAndName', { verb, name })}
      onClick={open}
      className="island press flex size-full min-h-11 flex-wrap content-center items-center justify-center gap-2 overflow-hidden rounded-field px-3"
    >
      <Icon svg={videoConference} size={20} />
      <span dir="auto" className="min-w-0 text-name font-strong [overflow-wrap:anywhere]">
        {name}
      </span>
      <span className="w-full text-caption text-ink-2">{verb}</span>
    </button>
  );
}
