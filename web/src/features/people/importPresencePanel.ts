/** The pointer over its button downloads the panel already. */
export const importPresencePanel = () => import('./PresencePanel.tsx');
