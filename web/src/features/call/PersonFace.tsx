import type { ChatPerson } from '@foyer/contract';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { usePicture } from '../../platform/profile/usePicture.ts';
import { Avatar } from '../../ui/Avatar.tsx';

export function PersonFace({ person, size }: { readonly person: ChatPerson; readonly size: number }) {
  const { t } = useTranslation('call');
  const generation = person.picture === undefined ? undefined : Number(person.picture);
  const picture = usePicture({ userId: person.uid, generation, size: size > 64 ? '512' : '96' });
  return <Avatar userId={person.uid} name={person.name ?? t('nameless')} size={size} picture={picture} />;
}
