/**
 * Texts of the mails of accounts in each language, with placeholders such as `{email}` and `{venue}`. A mail that anyone
 * can trigger must not contain text that the sender chose: no `{name}`.
 */
import type { Locale } from '@foyer/contract';

/** A mail without `button` contains no link. */
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
    subject: 'Set a new password for {venue}',
    paragraphs: ['Hello,', 'you or the hosts asked for a new password for {email}. Choose one here:'],
    button: 'Choose a new password',
    footnote:
      'The link works once, for one hour. If you didn’t ask for it, you can ignore this email: your password stays the same.',
  },
  invitation: {
    subject: 'You’re invited to {venue}',
    paragraphs: ['Hello {name},', 'you’re invited to {venue}. Choose a password for {email} and come on in:'],
    button: 'Choose a password',
    footnote: 'The link works once, for seven days.',
  },
  registration: {
    subject: 'Confirm your account for {venue}',
    paragraphs: ['Hello,', 'welcome! Confirm {email} to finish setting up your account:'],
    button: 'Confirm email',
    footnote:
      'The link works once, for 24 hours. If you didn’t ask for an account, you can ignore this email: no account will be created.',
  },
  alreadyRegistered: {
    subject: 'You already have an account for {venue}',
    paragraphs: [
      'Hello,',
      'someone, probably you, tried to create an account for {venue} with {email}. You already have one: log in with it, or use “Forgot your password?” on the login page.',
    ],
    button: 'Log in',
    footnote: 'If this wasn’t you, you don’t need to do anything: nothing has changed.',
  },
  emailChange: {
    subject: 'Confirm your new email for {venue}',
    paragraphs: ['Hello,', 'you asked to change the email of your account to {email}. Confirm it here:'],
    button: 'Confirm email',
    footnote:
      'The link works once, for 24 hours. If you didn’t ask for this, you can ignore this email: nothing will change.',
  },
  passwordChanged: {
    subject: 'Your password for {venue} was changed',
    paragraphs: ['Hello {name},', 'the password for {email} has just been changed.'],
    footnote:
      'If this wasn’t you, set a new password right away with “Forgot your password?” on the login page.',
  },
  emailChanged: {
    subject: 'Your email for {venue} was changed',
    paragraphs: ['Hello {name},', 'your account no longer uses {email}: a different email was confirmed.'],
    footnote: 'If this wasn’t you, contact the hosts right away.',
  },
};

const de: Texts = {
  passwordReset: {
    subject: 'Neues Passwort für {venue} wählen',
    paragraphs: [
      'Guten Tag,',
      'Sie oder die Hosts haben für {email} ein neues Passwort angefordert. Hier wählen Sie es:',
    ],
    button: 'Neues Passwort wählen',
    footnote:
      'Der Link gilt einmal und eine Stunde lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  },
  invitation: {
    subject: 'Sie sind eingeladen: {venue}',
    paragraphs: [
      'Guten Tag {name},',
      'Sie sind zu {venue} eingeladen. Wählen Sie ein Passwort für {email} und kommen Sie herein:',
    ],
    button: 'Passwort wählen',
    footnote: 'Der Link gilt einmal und sieben Tage lang.',
  },
  registration: {
    subject: 'Bestätigen Sie Ihr Konto für {venue}',
    paragraphs: ['Guten Tag,', 'willkommen! Bestätigen Sie {email}, und Ihr Konto ist fertig:'],
    button: 'Adresse bestätigen',
    footnote:
      'Der Link gilt einmal und 24 Stunden lang. Wenn Sie kein Konto wollten, ist nichts zu tun: Es wird keines angelegt.',
  },
  alreadyRegistered: {
    subject: 'Sie haben schon ein Konto für {venue}',
    paragraphs: [
      'Guten Tag,',
      'jemand, vermutlich Sie selbst, wollte mit {email} ein Konto für {venue} anlegen. Sie haben schon eines: Melden Sie sich damit an, oder nutzen Sie „Passwort vergessen?“ auf der Anmeldeseite.',
    ],
    button: 'Zur Anmeldung',
    footnote: 'Wenn Sie es nicht waren, ist nichts zu tun: Es hat sich nichts geändert.',
  },
  emailChange: {
    subject: 'Bestätigen Sie Ihre neue Adresse für {venue}',
    paragraphs: [
      'Guten Tag,',
      'Sie möchten die E-Mail-Adresse Ihres Kontos auf {email} ändern. Bestätigen Sie das hier:',
    ],
    button: 'Adresse bestätigen',
    footnote:
      'Der Link gilt einmal und 24 Stunden lang. Wenn Sie ihn nicht angefordert haben, ist nichts zu tun: Es ändert sich nichts.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort für {venue} wurde geändert',
    paragraphs: ['Guten Tag {name},', 'das Passwort von {email} wurde soeben geändert.'],
    footnote:
      'Wenn Sie es nicht waren, setzen Sie auf der Anmeldeseite sofort mit „Passwort vergessen?“ ein neues.',
  },
  emailChanged: {
    subject: 'Ihre Adresse für {venue} wurde geändert',
    paragraphs: [
      'Guten Tag {name},',
      'Ihr Konto gehört nicht mehr zu {email}: Eine andere Adresse wurde bestätigt.',
    ],
    footnote: 'Wenn Sie es nicht waren, wenden Sie sich sofort an die Hosts.',
  },
};

const ar: Texts = {
  passwordReset: {
    subject: 'تعيين كلمة مرور جديدة لـ {venue}',
    paragraphs: ['مرحبًا،', 'طلبتَ أنت أو طلب المضيفون كلمة مرور جديدة للحساب {email}. يمكنك اختيارها من هنا:'],
    button: 'اختيار كلمة مرور جديدة',
    footnote: 'يعمل الرابط مرة واحدة ولمدة ساعة. إن لم تطلبه فلا داعي لفعل شيء: ستبقى كلمة مرورك كما هي.',
  },
  invitation: {
    subject: 'أنت مدعو إلى {venue}',
    paragraphs: ['مرحبًا {name}،', 'أنت مدعو إلى {venue}. اختر كلمة مرور للحساب {email} وتفضل بالدخول:'],
    button: 'اختيار كلمة مرور',
    footnote: 'يعمل الرابط مرة واحدة ولمدة سبعة أيام.',
  },
  registration: {
    subject: 'أكّد حسابك في {venue}',
    paragraphs: ['مرحبًا،', 'أهلًا بك. أكّد {email} لإتمام إعداد حسابك:'],
    button: 'تأكيد العنوان',
    footnote: 'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تطلب حسابًا فلا داعي لفعل شيء: لن يُنشأ أي حساب.',
  },
  alreadyRegistered: {
    subject: 'لديك حساب في {venue} بالفعل',
    paragraphs: [
      'مرحبًا،',
      'حاول أحدهم، وربما أنت، إنشاء حساب في {venue} باستخدام {email}. لديك حساب بالفعل: سجّل الدخول به، أو استخدم «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول.',
    ],
    button: 'تسجيل الدخول',
    footnote: 'إن لم تكن أنت، فلا داعي لفعل شيء: لم يتغير شيء.',
  },
  emailChange: {
    subject: 'أكّد عنوانك الجديد لـ {venue}',
    paragraphs: ['مرحبًا،', 'طلبت تغيير البريد الإلكتروني لحسابك إلى {email}. أكّد ذلك من هنا:'],
    button: 'تأكيد العنوان',
    footnote: 'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تطلبه فلا داعي لفعل شيء: لن يتغير شيء.',
  },
  passwordChanged: {
    subject: 'تم تغيير كلمة مرورك لـ {venue}',
    paragraphs: ['مرحبًا {name}،', 'تم تغيير كلمة مرور الحساب {email} للتو.'],
    footnote: 'إن لم تكن أنت، فعيّن كلمة مرور جديدة فورًا عبر «هل نسيت كلمة المرور؟» في صفحة تسجيل الدخول.',
  },
  emailChanged: {
    subject: 'تم تغيير عنوانك لـ {venue}',
    paragraphs: ['مرحبًا {name}،', 'لم يعد حسابك مرتبطًا بالعنوان {email}: تم تأكيد عنوان آخر.'],
    footnote: 'إن لم تكن أنت، فتواصل مع المضيفين فورًا.',
  },
};

export const mailTexts: Readonly<Partial<Record<Locale, Texts>>> & { en: Texts } = { en, de, ar };
