/** The texts that every page needs, in one chunk: one request instead of one per namespace. */
import area from './en/area.json';
import login from './en/login.json';
import shell from './en/shell.json';
import widgets from './en/widgets.json';

export const common = { area, login, shell, widgets };
/** Where the texts of features are. The list of all languages would be a part of the first page. */
export const features = import.meta.glob('../../../features/*/texts/en.json');
