/** How an area is shown: its picture, or the text view. Search value `view` of an area's URL. */
export type AreaView = 'picture' | 'text';
