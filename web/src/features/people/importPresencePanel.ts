/** Also called on hover, to preload the panel. */
export const importPresencePanel = () => import('./PresencePanel.tsx');
