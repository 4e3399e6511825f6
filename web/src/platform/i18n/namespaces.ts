/** The namespaces that are loaded with every page. */
export const namespaces = ['shell', 'area', 'widgets', 'login'] as const;
