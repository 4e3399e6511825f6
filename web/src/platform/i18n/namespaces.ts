/** The namespaces that are loaded with every page. */
export const namespaces = ['shell', 'area', 'widgets', 'login'] as const;

/** The namespaces that are loaded on demand by `loadLazyTexts`, one file per language. */
export const lazyNamespaces = ['profile', 'presence', 'chat', 'call'] as const;
export type LazyNamespace = (typeof lazyNamespaces)[number];
