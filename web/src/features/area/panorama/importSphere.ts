/** The WebGL viewer is large, and needed for panoramas only. */
export const importSphere = () => import('./sphere.ts');
