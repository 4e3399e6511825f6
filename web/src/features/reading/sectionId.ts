/** The id of a section of the reading twin in the page. */
export const sectionId = (id: string): string => `reading-${id}`;
