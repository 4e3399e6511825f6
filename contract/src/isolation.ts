/**
 * The query parameter with which the server sends a page that is cross-origin isolated (COI-02), whatever its value. It
 * belongs to one load of a page: no shared URL and no `redirect` contains it (COI-03).
 */
export const isolationKey = 'coi';
