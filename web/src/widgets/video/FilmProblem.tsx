import lock from '@phosphor-icons/core/regular/lock-simple.svg?raw';
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?raw';
import videoSlash from '@phosphor-icons/core/regular/video-camera-slash.svg?raw';
import { Icon } from '../../platform/icons/Icon.tsx';
import type { VimeoProblem } from '../../platform/vimeo/vimeoProblem.ts';
import { Statement } from '../../ui/Statement.tsx';
import { OpenInNewTab } from '../host/OpenInNewTab.tsx';
import type { Presentation } from '../registry/widgetProps.ts';
import { useTexts } from './useTexts.ts';

const icons = { password: lock, private: prohibit, missing: videoSlash } as const;

interface Props {
  readonly problem: VimeoProblem;
  readonly address: string;
  readonly presentation: Presentation;
}

/** Why the film is not shown, and the way to Vimeo: short in the picture, a full sentence in a panel. */
export function FilmProblem({ problem, address, presentation }: Props) {
  const { t } = useTexts();
  if (presentation === 'embedded') {
    return (
      <div className="island text-caption flex size-full flex-wrap content-center items-center justify-center gap-x-2 overflow-hidden rounded-field px-3 text-center">
        <Icon svg={icons[problem]} size={18} />
        <span>{t(`vimeo.short.${problem}`)}</span>
        <OpenInNewTab href={address} kind="link" />
      </div>
    );
  }
  return (
    <div role="alert">
      <Statement
        svg={icons[problem]}
        level={3}
        title={t(`vimeo.title.${problem}`)}
        text={t(`vimeo.text.${problem}`)}
        action={<OpenInNewTab href={address} />}
      />
    </div>
  );
}
