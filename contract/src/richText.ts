/** Rich text is HTML that the web app sanitizes (PAGE-02). The patterns here are matched in linear time. */

/** Whether a text contains a script tag in any spelling; such a text is not shown at all. */
export const hasScriptTag = (html: string): boolean => /<\s*(?:\/\s*)?script/i.test(html);
