/** The people of the stand-in identity providers: made up, for tests and the demo. */
export interface ProviderPerson {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly company?: string;
  readonly title?: string;
}

export const providerPeople: readonly ProviderPerson[] = [
  {
    id: 'person-1',
    email: 'noor@corp.example',
    emailVerified: true,
    name: 'Noor Night',
    company: 'Corp',
    title: 'Stage manager',
  },
  { id: 'person-2', email: 'theo@corp.example', emailVerified: true, name: 'Theo Tide' },
  { id: 'person-3', email: 'una@elsewhere.example', emailVerified: false, name: 'Una Unchecked' },
];

/** A page with a button for each person, and one to give up. `fields` go along with whichever is pressed. */
export function choosePage(
  title: string,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  const buttons = providerPeople.map(
    ({ id, name, email }) =>
      `<button name="person" value="${id}">${escape(name)} (${escape(email)})</button>`,
  );
  return page(
    title,
    `<form method="post" action="${escape(action)}">${hidden.join('')}
${[...buttons, '<button name="person" value="">Cancel</button>'].join('\n')}</form>`,
  );
}

export const page = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
