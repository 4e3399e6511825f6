/** The reactions to send, if the widget is opened; an area with the widget also has them in the dock. */
import { react } from './react.ts';
import { reactionIcons, reactions } from './reactionIcons.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { useTexts } from './useTexts.ts';

export default function AreaReactionsWidget() {
  const { t } = useTexts();
  const visit = useVisit();
  return (
    <div className="flex flex-col gap-4 p-6">
      <p className="text-ink-2">{t('text')}</p>
      <ul className="grid grid-cols-2 gap-3">
        {reactions.map((sign) => (
          <li key={sign}>
            <button
              type="button"
              onClick={() => void react(visit, sign)}
              className="press flex min-h-16 w-full flex-col items-center justify-center gap-1 rounded-tile border border-line px-3 py-2 hover:bg-raised"
            >
              <Icon svg={reactionIcons[sign]} size={24} />
              {t(`names.${sign}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
