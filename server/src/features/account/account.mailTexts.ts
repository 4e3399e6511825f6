/**
 * What the mails of accounts say, in each language. `{email}`, `{venue}` and the like are filled in. A mail that a
 * stranger can have sent to anybody says nothing that the stranger has written: no `{name}`.
 */
import type { Locale } from '@foyer/contract';

/** Without `button` a mail has no link. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: string;
  readonly footnote: string;
}

export const accountMails = [
  'passwordReset',
  'invitation',
  'registration',
  'alreadyRegistered',
  'emailChange',
  'passwordChanged',
  'emailChanged',
] as const;
export type AccountMail = (typeof accountMails)[number];

type Texts = Readonly<Record<AccountMail, MailText>>;

const en: Texts = {
  passwordReset: {
    subject: 'Your new password for {venue}',
    paragraphs: [
      'Hello,',
      'a new password was asked for {email}, by you or by whoever invited you. Choose it here:',
    ],
    button: 'Choose a new password',
    footnote:
      'The link works once and for one hour. If you did not ask for it you can leave this mail alone: your password stays as it is.',
  },
  invitation: {
    subject: 'You are invited to {venue}',
    paragraphs: ['Hello {name},', 'you are invited. Choose a password for {email} and come in:'],
    button: 'Choose a password',
    footnote: 'The link works once and for seven days.',
  },
  registration: {
    subject: 'Confirm your account for {venue}',
    paragraphs: ['Hello,', 'welcome. Confirm that {email} is your address and your account is ready:'],
    button: 'Confirm the address',
    footnote:
      'The link works once and for 24 hours. If you did not ask for an account you can leave this mail alone: none will be made.',
  },
  alreadyRegistered: {
    subject: 'You have an account for {venue} already',
    paragraphs: [
      'Hello,',
      'somebody, probably you, tried to use {email} for an account at {venue}. There is one with this address already: log in with it, or ask for a new password on the login page.',
    ],
    button: 'To the login',
    footnote: 'If it was not you, there is nothing to do: nothing has changed.',
  },
  emailChange: {
    subject: 'Confirm your new address for {venue}',
    paragraphs: ['Hello,', 'from now on you want to log in with {email}. Confirm it here:'],
    button: 'Confirm the address',
    footnote:
      'The link works once and for 24 hours. If you did not ask for it you can leave this mail alone: nothing changes.',
  },
  passwordChanged: {
    subject: 'Your password for {venue} was changed',
    paragraphs: ['Hello {name},', 'the password of {email} was changed just now.'],
    footnote: 'If it was not you, ask for a new password on the login page at once.',
  },
  emailChanged: {
    subject: 'Your address for {venue} was changed',
    paragraphs: [
      'Hello {name},',
      'your account no longer belongs to {email}: another address was confirmed.',
    ],
    footnote: 'If it was not you, tell whoever invited you at once.',
  },
};

const de: Texts = {
  passwordReset: {
    subject: 'Ihr neues Passwort für {venue}',
    paragraphs: [
      'Guten Tag,',
      'für {email} wurde ein neues Passwort angefordert, von Ihnen oder von denen, die Sie eingeladen haben. Hier wählen Sie es:',
    ],
    button: 'Neues Passwort wählen',
    footnote:
      'Der Link gilt einmal und eine Stunde lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  invitation: {
    subject: 'Sie sind eingeladen: {venue}',
    paragraphs: [
      'Guten Tag {name},',
      'Sie sind eingeladen. Wählen Sie ein Passwort für {email} und kommen Sie herein:',
    ],
    button: 'Passwort wählen',
    footnote: 'Der Link gilt einmal und sieben Tage lang.',
  },
  registration: {
    subject: 'Bestätigen Sie Ihr Konto für {venue}',
    paragraphs: [
      'Guten Tag,',
      'willkommen. Bestätigen Sie, dass {email} Ihre Adresse ist, und Ihr Konto ist bereit:',
    ],
    button: 'Adresse bestätigen',
    footnote:
      'Der Link gilt einmal und 24 Stunden lang. Wenn Sie kein Konto wollten, ist nichts zu tun: Es entsteht keines.',
  },
  alreadyRegistered: {
    subject: 'Sie haben schon ein Konto für {venue}',
    paragraphs: [
      'Guten Tag,',
      'jemand, vermutlich Sie, wollte {email} für ein Konto bei {venue} verwenden. Mit dieser Adresse gibt es schon eines: Melden Sie sich damit an, oder fordern Sie auf der Anmeldeseite ein neues Passwort an.',
    ],
    button: 'Zur Anmeldung',
    footnote: 'Wenn Sie es nicht waren, ist nichts zu tun: Es hat sich nichts geändert.',
  },
  emailChange: {
    subject: 'Bestätigen Sie Ihre neue Adresse für {venue}',
    paragraphs: ['Guten Tag,', 'künftig möchten Sie sich mit {email} anmelden. Bestätigen Sie es hier:'],
    button: 'Adresse bestätigen',
    footnote:
      'Der Link gilt einmal und 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Es ändert sich nichts.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort für {venue} wurde geändert',
    paragraphs: ['Guten Tag {name},', 'das Passwort von {email} wurde soeben geändert.'],
    footnote: 'Wenn Sie es nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues an.',
  },
  emailChanged: {
    subject: 'Ihre Adresse für {venue} wurde geändert',
    paragraphs: [
      'Guten Tag {name},',
      'Ihr Konto gehört nicht mehr zu {email}: Eine andere Adresse wurde bestätigt.',
    ],
    footnote: 'Wenn Sie es nicht waren, sagen Sie sofort denen Bescheid, die Sie eingeladen haben.',
  },
};

const ar: Texts = {
  passwordReset: {
    subject: 'كلمة المرور الجديدة لـ {venue}',
    paragraphs: ['مرحبًا،', 'طُلبت كلمة مرور جديدة للحساب {email}، منك أو ممّن دعاك. يمكنك اختيارها من هنا:'],
    button: 'اختيار كلمة مرور جديدة',
    footnote: 'يعمل الرابط مرة واحدة ولمدة ساعة. إن لم تطلبه فلا داعي لفعل شيء: ستبقى كلمة مرورك كما هي.',
  },
  invitation: {
    subject: 'أنت مدعو إلى {venue}',
    paragraphs: ['مرحبًا {name}،', 'أنت مدعو. اختر كلمة مرور للحساب {email} وتفضل بالدخول:'],
    button: 'اختيار كلمة مرور',
    footnote: 'يعمل الرابط مرة واحدة ولمدة سبعة أيام.',
  },
  registration: {
    subject: 'أكّد حسابك في {venue}',
    paragraphs: ['مرحبًا،', 'أهلًا بك. أكّد أن {email} هو عنوانك ليصبح حسابك جاهزًا:'],
    button: 'تأكيد العنوان',
    footnote: 'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تطلب حسابًا فلا داعي لفعل شيء: لن يُنشأ أي حساب.',
  },
  alreadyRegistered: {
    subject: 'لديك حساب في {venue} بالفعل',
    paragraphs: [
      'مرحبًا،',
      'حاول أحدهم، وربما أنت، استخدام {email} لحساب في {venue}. يوجد حساب بهذا العنوان بالفعل: سجّل الدخول به، أو اطلب كلمة مرور جديدة من صفحة تسجيل الدخول.',
    ],
    button: 'إلى تسجيل الدخول',
    footnote: 'إن لم تكن أنت، فلا داعي لفعل شيء: لم يتغير شيء.',
  },
  emailChange: {
    subject: 'أكّد عنوانك الجديد لـ {venue}',
    paragraphs: ['مرحبًا،', 'تريد من الآن تسجيل الدخول باستخدام {email}. أكّد ذلك من هنا:'],
    button: 'تأكيد العنوان',
    footnote: 'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تطلبه فلا داعي لفعل شيء: لن يتغير شيء.',
  },
  passwordChanged: {
    subject: 'تم تغيير كلمة مرورك لـ {venue}',
    paragraphs: ['مرحبًا {name}،', 'تم تغيير كلمة مرور الحساب {email} للتو.'],
    footnote: 'إن لم تكن أنت، فاطلب كلمة مرور جديدة من صفحة تسجيل الدخول فورًا.',
  },
  emailChanged: {
    subject: 'تم تغيير عنوانك لـ {venue}',
    paragraphs: ['مرحبًا {name}،', 'لم يعد حسابك مرتبطًا بالعنوان {email}: تم تأكيد عنوان آخر.'],
    footnote: 'إن لم تكن أنت، فأخبر من دعاك فورًا.',
  },
};

export const mailTexts: Readonly<Partial<Record<Locale, Texts>>> & { en: Texts } = { en, de, ar };
