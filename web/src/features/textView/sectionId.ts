/** The element id of a section of the text view. */
export const sectionId = (id: string): string => `section-${id}`;
