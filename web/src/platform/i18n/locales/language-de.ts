/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
import area from './de/area.json';
import login from './de/login.json';
import shell from './de/shell.json';
import widgets from './de/widgets.json';

export const common = { area, login, shell, widgets };
/** Where the texts of features are. The list of all languages would be a part of the first page. */
export const features = import.meta.glob('../../../features/*/texts/de.json');
