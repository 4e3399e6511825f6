/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
import area from './ar/area.json';
import login from './ar/login.json';
import shell from './ar/shell.json';
import widgets from './ar/widgets.json';

export const common = { area, login, shell, widgets };
/** Where the texts of features are. The list of all languages would be a part of the first page. */
export const features = import.meta.glob('../../../features/*/texts/ar.json');
