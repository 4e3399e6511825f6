import { useTranslation } from '../platform/i18n/useTranslation.ts';
import { useDesignerRole } from '../platform/state/useDesignerRole.ts';
import { Tag } from './Tag.tsx';

/** The role of a designer or administrator, beside their own name. */
export function RoleTag() {
  const { t } = useTranslation();
  const role = useDesignerRole();
  return role ? <Tag className="shrink-0">{t(`account.role.${role}`)}</Tag> : null;
}
