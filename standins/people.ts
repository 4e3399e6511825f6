/** Fictional users of the stand-in identity providers, for tests and the demo. */
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

/** The company whose users a stand-in has. */
export interface Company {
  /** The title of its page. */
  readonly title?: string;
  /** Default `providerPeople`. */
  readonly people?: readonly ProviderPerson[];
}

/** A page with a button for each user and a cancel button. `fields` are submitted with all buttons. */
export function choosePage(
  { title = 'The company account', people = providerPeople }: Company,
  action: string,
  fields: Readonly<Record<string, string>> = {},
): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  );
  const buttons = people.map(
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
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${look}</style></head>
<body><main><h1>${escape(title)}</h1>${content}</main></body></html>`;

const look = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#eef0f6;color:#171a2b;font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(30rem,100% - 2rem);padding:2rem;border-radius:1rem;background:#fff;box-shadow:0 8px 40px #171a2b1f}
h1{margin:0 0 1.5rem;font-size:1.25rem}form{display:grid;gap:.75rem}
button{min-height:3rem;padding:.5rem 1rem;border:1px solid #c9cde0;border-radius:.6rem;background:#fff;color:inherit;font:inherit;text-align:start;cursor:pointer}
button:hover{background:#f4f5fb}`;

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
