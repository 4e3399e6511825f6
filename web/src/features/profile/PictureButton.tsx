import camera from '@phosphor-icons/core/regular/camera.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';

/** On the edge of one's own face. */
export function PictureButton({ has, onClick }: { readonly has: boolean; readonly onClick: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <button
      type="button"
      aria-label={t(has ? 'picture.change' : 'picture.add')}
      onClick={onClick}
      className="press target absolute! -end-1 -bottom-1 grid size-10 place-items-center rounded-full border border-line bg-solid text-ink hover:bg-raised"
    >
      <Icon svg={camera} size={20} />
    </button>
  );
}
