import camera from '@phosphor-icons/core/regular/camera.svg?raw';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';

/** The button on the edge of the user's own picture. */
export function PictureButton({
  hasPicture,
  onClick,
}: {
  readonly hasPicture: boolean;
  readonly onClick: () => void;
}) {
  const { t } = useTranslation('profile');
  return (
    <button
      type="button"
      aria-label={t(hasPicture ? 'picture.change' : 'picture.add')}
      onClick={onClick}
      className="press target absolute! -end-1 -bottom-1 grid size-10 place-items-center rounded-full border border-line bg-solid text-ink hover:bg-raised"
    >
      <Icon svg={camera} size={20} />
    </button>
  );
}
