/** The texts that every page has from its start. */
export const namespaces = ['shell', 'area', 'widgets', 'login'] as const;

/** The texts of pages that few open: a file of their own for each language, brought by `loadLazyTexts`. */
export const lazyNamespaces = ['profile', 'presence', 'chat', 'call'] as const;
export type LazyNamespace = (typeof lazyNamespaces)[number];
