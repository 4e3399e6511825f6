/** What the focus goes back to when the menu that opened a profile has closed. */
export const profileOpener = '[data-opens="profile"]';
