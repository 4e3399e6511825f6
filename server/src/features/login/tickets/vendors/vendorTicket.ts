/** The result of a ticket lookup at a vendor. */
export type VendorTicket =
  | { readonly kind: 'notFound' }
  /** A registration that does not admit: cancelled, declined or on a waiting list. */
  | { readonly kind: 'inactive' }
  | {
      readonly kind: 'valid';
      /** The user's id at the vendor. */
      readonly subject: string;
      /** '' if the vendor has no email. */
      readonly email: string;
      readonly name: string;
      readonly company: string;
      readonly title: string;
    };
