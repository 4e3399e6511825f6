import { lazyOptional } from '../loading/lazyOptional.tsx';

/** Rich text of the venue, or a message if it is invalid. The first one downloads the sanitizer; until then there is no text. */
export const RichText = lazyOptional(() => import('./SanitizedText.tsx'));
