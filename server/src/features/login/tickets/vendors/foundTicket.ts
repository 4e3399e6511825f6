/** What an event platform knows of a ticket. */
export type VendorTicket =
  | { readonly kind: 'none' }
  /** There is a registration, and it does not let in: cancelled, waiting, declined. */
  | { readonly kind: 'inactive' }
  | {
      readonly kind: 'person';
      /** What the platform knows the person by. */
      readonly subject: string;
      /** '' where the platform has none. */
      readonly email: string;
      readonly name: string;
      readonly company: string;
      readonly title: string;
    };
