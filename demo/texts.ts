/** The texts of the demo venue in English, German and Arabic. */
import type { LocalizedText } from '@foyer/contract';

export const words = (en: string, de: string, ar: string): LocalizedText[] => [
  { locale: 'en', text: en },
  { locale: 'de', text: de },
  { locale: 'ar', text: ar },
];

export const title = words('Nightfall 26', 'Nightfall 26', 'Nightfall 26');
export const description = words(
  'Three evenings for the people who make the city after dark: light, sound, gardens and the last train home.',
  'Drei Abende für alle, die die Stadt nach Einbruch der Dunkelheit machen: Licht, Klang, Gärten und die letzte Bahn nach Hause.',
  'ثلاث أمسيات لمن يصنعون المدينة بعد الغروب: الضوء والصوت والحدائق وآخر قطار إلى البيت.',
);

interface AreaTexts {
  name: LocalizedText[];
  /** The short description of doors to this area. */
  door: LocalizedText[];
  /** The description of the area for the text view. */
  description: LocalizedText[];
}

export const areas = {
  lobby: {
    name: words('Lobby', 'Lobby', 'الردهة'),
    door: words('Where everything starts', 'Hier beginnt alles', 'من هنا يبدأ كل شيء'),
    description: words(
      'A round dome glows over a terrazzo floor. A wide screen hangs between two doors: left to the plenary, right to the expo hall. Under the gallery three doors lead to the library, the lounge and the workshop rooms; the help desk is behind you, and tall windows look out over the city at dusk.',
      'Eine runde Kuppel leuchtet über dem Terrazzoboden. Zwischen zwei Türen hängt eine große Leinwand: links geht es zum Plenum, rechts in die Messehalle. Unter der Galerie führen drei Türen zur Bibliothek, in die Lounge und zu den Workshopräumen; der Infopunkt liegt hinter Ihnen, und hohe Fenster blicken über die Stadt in der Dämmerung.',
      'قبة مستديرة تتوهج فوق أرضية من التيرازو. بين بابين شاشة عريضة: إلى اليسار القاعة الكبرى، وإلى اليمين قاعة المعرض. وتحت الشرفة ثلاثة أبواب تؤدي إلى المكتبة والاستراحة وغرف الورش، ومكتب المساعدة خلفك، ونوافذ عالية تطل على المدينة عند الغسق.',
    ),
  },
  expo: {
    name: words('Expo hall', 'Messehalle', 'قاعة المعرض'),
    door: words(
      'Four stands on the night city',
      'Vier Stände zur Stadt bei Nacht',
      'أربعة أجنحة عن مدينة الليل',
    ),
    description: words(
      'A tall hall with stands in islands, banners overhead and a gallery all round. Four exhibits show what light, gardens, transit and sound do to a city once the sun is gone.',
      'Eine hohe Halle mit Ständen wie Inseln, Bannern darüber und einer Galerie ringsum. Vier Exponate zeigen, was Licht, Gärten, Verkehr und Klang aus einer Stadt machen, wenn die Sonne weg ist.',
      'قاعة عالية فيها أجنحة كالجزر، وفوقها رايات، وحولها شرفة. أربعة معروضات تبيّن ما يصنعه الضوء والحدائق والنقل والصوت بالمدينة حين تغيب الشمس.',
    ),
  },
  plenary: {
    name: words('Plenary', 'Plenum', 'القاعة الكبرى'),
    door: words('Talks on the big stage', 'Vorträge auf der großen Bühne', 'محاضرات على المنصة الكبرى'),
    description: words(
      'Rows of seats run down to a wide stage. Colour drifts over the screen while the next talk gets ready.',
      'Sitzreihen laufen auf eine breite Bühne zu. Farben ziehen über die Leinwand, während der nächste Vortrag vorbereitet wird.',
      'صفوف من المقاعد تنحدر نحو منصة واسعة. ألوان تنساب على الشاشة ريثما تجهز المحاضرة التالية.',
    ),
  },
  lounge: {
    name: words('Lounge', 'Lounge', 'الاستراحة'),
    door: words('Sit down, stay a while', 'Hinsetzen und bleiben', 'اجلس وابقَ قليلاً'),
    description: words(
      'A round sofa under a ring of light, a bar with three lit arches, shelves of books, and the evening city behind the glass.',
      'Ein rundes Sofa unter einem Lichtring, eine Bar mit drei leuchtenden Bögen, Bücherregale und hinter dem Glas die Stadt am Abend.',
      'أريكة مستديرة تحت حلقة من الضوء، ومشرب بثلاث أقواس مضيئة، ورفوف كتب، وخلف الزجاج المدينة في المساء.',
    ),
  },
  library: {
    name: words('Library', 'Bibliothek', 'المكتبة'),
    door: words('Papers and recordings', 'Texte und Mitschnitte', 'أوراق وتسجيلات'),
    description: words(
      'Shelves up to the gallery, reading desks under warm lamps, and a model of the city by night.',
      'Regale bis zur Galerie, Lesetische unter warmen Lampen und ein Modell der Stadt bei Nacht.',
      'رفوف حتى الشرفة، وطاولات قراءة تحت مصابيح دافئة، ومجسم للمدينة ليلاً.',
    ),
  },
  workshops: {
    name: words('Workshop rooms', 'Workshopräume', 'غرف الورش'),
    door: words('Three rooms to try things', 'Drei Räume zum Ausprobieren', 'ثلاث غرف للتجربة'),
    description: words(
      'Three glazed rooms side by side, each in a colour of its own, with tables, boards and stools that want to be moved.',
      'Drei verglaste Räume nebeneinander, jeder in seiner eigenen Farbe, mit Tischen, Tafeln und Hockern, die verschoben werden wollen.',
      'ثلاث غرف زجاجية متجاورة، لكل منها لونها، وفيها طاولات وألواح ومقاعد تنتظر من يحركها.',
    ),
  },
  helpdesk: {
    name: words('Help desk', 'Infopunkt', 'مكتب المساعدة'),
    door: words('Someone to ask', 'Hier können Sie fragen', 'هنا من تسأله'),
    description: words(
      'A round lit desk, two armchairs, plants and a wall of small lamps. Ask anything, or read the answers that most people look for.',
      'Ein runder, beleuchteter Tresen, zwei Sessel, Pflanzen und eine Wand aus kleinen Lampen. Fragen Sie alles, oder lesen Sie, was die meisten wissen wollen.',
      'مكتب مستدير مضاء، ومقعدان وثيران، ونباتات، وجدار من مصابيح صغيرة. اسأل ما تشاء، أو اقرأ الأجوبة التي يبحث عنها معظم الناس.',
    ),
  },
} as const satisfies Record<string, AreaTexts>;

export type AreaId = keyof typeof areas;

export const exhibits = {
  light: {
    name: words('Light that stays low', 'Licht, das unten bleibt', 'ضوء لا يعلو'),
    alt: words(
      'Two gates of many arches of light, violet, blue and warm white, mirrored in dark water.',
      'Zwei Tore aus vielen Lichtbögen, violett, blau und warmweiß, gespiegelt in dunklem Wasser.',
      'بوّابتان من أقواس ضوء كثيرة، بنفسجية وزرقاء وبيضاء دافئة، تنعكس في ماء داكن.',
    ),
  },
  garden: {
    name: words('Gardens after dark', 'Gärten nach Einbruch der Nacht', 'حدائق بعد الغروب'),
    alt: words(
      'Ferns and leaves in deep greens under a large pale moon, and fireflies between them.',
      'Farne und Blätter in tiefem Grün unter einem großen blassen Mond, dazwischen Glühwürmchen.',
      'سراخس وأوراق بخضرة عميقة تحت قمر كبير شاحب، وبينها يراعات.',
    ),
  },
  transit: {
    name: words('The last train home', 'Die letzte Bahn nach Hause', 'آخر قطار إلى البيت'),
    alt: words(
      'Red and white lines of light that run towards a city at night and meet at the horizon.',
      'Rote und weiße Lichtlinien, die auf eine Stadt bei Nacht zulaufen und sich am Horizont treffen.',
      'خطوط ضوء حمراء وبيضاء تمضي نحو مدينة في الليل وتلتقي عند الأفق.',
    ),
  },
  sound: {
    name: words('What a quiet street sounds like', 'Wie eine ruhige Straße klingt', 'كيف يبدو صوت شارع هادئ'),
    alt: words(
      'A wave of fine lines in red and blue, and thin rings around its bright middle.',
      'Eine Welle aus feinen Linien in Rot und Blau, um ihre helle Mitte dünne Ringe.',
      'موجة من خطوط دقيقة حمراء وزرقاء، وحول وسطها المضيء حلقات رفيعة.',
    ),
  },
} as const;

export interface Talk {
  readonly title: LocalizedText[];
  /** Rich text. */
  readonly about: LocalizedText[];
}

/** The talks of the evening in their order. */
export const talks: readonly Talk[] = [
  {
    title: words(
      'Opening: a city is a promise that keeps after dark',
      'Eröffnung: Eine Stadt ist ein Versprechen, das auch nachts gilt',
      'الافتتاح: المدينة وعد يبقى بعد الغروب',
    ),
    about: words(
      '<p>Amal Haddad opens the evening: who works, waits and walks while the others sleep, and what a city owes them.</p>',
      '<p>Amal Haddad eröffnet den Abend: wer arbeitet, wartet und geht, während die anderen schlafen, und was eine Stadt ihnen schuldet.</p>',
      '<p>تفتتح أمل حداد الأمسية: من يعمل وينتظر ويمشي بينما ينام الآخرون، وما تدين به المدينة لهم.</p>',
    ),
  },
  {
    title: words(
      'Lamps that know when to stop',
      'Lampen, die wissen, wann Schluss ist',
      'مصابيح تعرف متى تتوقف',
    ),
    about: words(
      '<p>Jonas Feld switched off a third of the lamps of a town of 80,000. He tells what people noticed, and what the owls did.</p>',
      '<p>Jonas Feld hat in einer Stadt mit 80.000 Menschen ein Drittel der Lampen ausgeschaltet. Er erzählt, was den Leuten auffiel und was die Eulen taten.</p>',
      '<p>أطفأ يوناس فيلد ثلث مصابيح مدينة يسكنها 80 ألف شخص. يحكي ما لاحظه الناس وما فعلته طيور البوم.</p>',
    ),
  },
  {
    title: words(
      'What bats taught our planners',
      'Was Fledermäuse der Planung beigebracht haben',
      'ما علّمته الخفافيش لمخططي المدن',
    ),
    about: words(
      '<p>Ines Castro followed bats across a city for two years, and drew a map of the routes that people like as well.</p>',
      '<p>Ines Castro ist zwei Jahre lang Fledermäusen durch eine Stadt gefolgt und hat eine Karte der Wege gezeichnet, die auch Menschen mögen.</p>',
      '<p>تتبّعت إينيس كاسترو الخفافيش عبر مدينة عامين، ورسمت خريطة للطرق التي يحبها الناس أيضاً.</p>',
    ),
  },
  {
    title: words(
      'Conversation: the night bus as public space',
      'Gespräch: Der Nachtbus als öffentlicher Raum',
      'حوار: حافلة الليل فضاءً عاماً',
    ),
    about: words(
      '<p>A driver, a nurse and a planner talk about the only room of the city that is open all night.</p>',
      '<p>Ein Fahrer, eine Krankenschwester und eine Planerin sprechen über den einzigen Raum der Stadt, der die ganze Nacht offen ist.</p>',
      '<p>سائق وممرضة ومخططة يتحدثون عن الغرفة الوحيدة في المدينة التي تبقى مفتوحة طوال الليل.</p>',
    ),
  },
];

export const onStageNow = words('On stage now', 'Jetzt auf der Bühne', 'على المنصة الآن');

/** The programme as rich text: the begin of each talk, such as 18:00, and its title. */
export const programmeList = (begins: readonly string[]): LocalizedText[] =>
  (['en', 'de', 'ar'] as const).map((locale) => {
    const lines = talks.map(({ title: titles }, index) => {
      const text = titles.find((entry) => entry.locale === locale)?.text ?? '';
      return `<li><strong>${begins[index] ?? ''}</strong> ${text}</li>`;
    });
    return { locale, text: `<ul>${lines.join('')}</ul>` };
  });

export const notices = {
  welcome: {
    title: words('Good to have you here', 'Schön, dass Sie da sind', 'أهلاً بك هنا'),
    text: words(
      '<p>Look around by dragging the picture, and walk through any door. The floorplan below shows where you are.</p><p>If you would rather read than look, switch to <strong>Text</strong>: every area has a text view with the same doors.</p>',
      '<p>Ziehen Sie das Bild, um sich umzusehen, und gehen Sie durch jede Tür. Der Raumplan unten zeigt, wo Sie sind.</p><p>Wenn Sie lieber lesen als schauen, wechseln Sie zu <strong>Text</strong>: Jeder Bereich hat eine Textansicht mit denselben Türen.</p>',
      '<p>اسحب الصورة لتنظر حولك، وادخل من أي باب. يبيّن المخطط في الأسفل مكانك.</p><p>وإن كنت تفضّل القراءة على النظر فاختر <strong>نص</strong>: لكل قسم عرض نصّي بالأبواب نفسها.</p>',
    ),
  },
  programme: {
    title: words('Tonight on stage', 'Heute Abend auf der Bühne', 'الليلة على المنصة'),
    text: programmeList(['18:00', '18:45', '19:30', '20:15']),
  },
  reading: {
    title: words('Three things to read first', 'Drei Texte für den Anfang', 'ثلاثة نصوص للبداية'),
    text: words(
      '<ol><li>A short history of street lamps, and of those who put them out</li><li>Walking home: a survey of 4,000 people in nine cities</li><li>The garden that opens at ten in the evening</li></ol>',
      '<ol><li>Eine kurze Geschichte der Straßenlampen und derer, die sie löschten</li><li>Der Weg nach Hause: eine Befragung von 4.000 Menschen in neun Städten</li><li>Der Garten, der abends um zehn aufmacht</li></ol>',
      '<ol><li>تاريخ موجز لمصابيح الشوارع ولمن كانوا يطفئونها</li><li>الطريق إلى البيت: استطلاع شمل 4000 شخص في تسع مدن</li><li>الحديقة التي تفتح أبوابها في العاشرة مساءً</li></ol>',
    ),
  },
  workshops: {
    title: words('In the three rooms', 'In den drei Räumen', 'في الغرف الثلاث'),
    text: words(
      '<p><strong>Teal room</strong>: plant for moths.</p><p><strong>Amber room</strong>: draw your street by night, from memory.</p><p><strong>Violet room</strong>: measure light with a phone.</p>',
      '<p><strong>Türkiser Raum</strong>: Pflanzen für Nachtfalter.</p><p><strong>Bernsteinraum</strong>: Zeichnen Sie Ihre Straße bei Nacht, aus dem Gedächtnis.</p><p><strong>Violetter Raum</strong>: Licht messen mit dem Telefon.</p>',
      '<p><strong>الغرفة الفيروزية</strong>: ازرع لفراشات الليل.</p><p><strong>الغرفة الكهرمانية</strong>: ارسم شارعك ليلاً من الذاكرة.</p><p><strong>الغرفة البنفسجية</strong>: قِس الضوء بالهاتف.</p>',
    ),
  },
  answers: {
    title: words('Most people ask', 'Das fragen die meisten', 'أكثر ما يُسأل'),
    text: words(
      '<h3>Where do I change the language?</h3><p>At the top of the screen; on a phone in the menu.</p><h3>Can I use the keyboard alone?</h3><p>Yes. Tab goes from door to door, Enter walks through, the arrow keys turn the view, Escape closes what is open.</p><h3>How do I get back?</h3><p>The mark at the top leads to the lobby, and so does Back in your browser, step by step.</p>',
      '<h3>Wo stelle ich die Sprache um?</h3><p>Oben auf dem Bildschirm, auf dem Telefon im Menü.</p><h3>Geht es auch nur mit der Tastatur?</h3><p>Ja. Tab führt von Tür zu Tür, Enter geht hindurch, die Pfeiltasten drehen den Blick, Escape schließt, was offen ist.</p><h3>Wie komme ich zurück?</h3><p>Das Zeichen oben führt in die Lobby, und „Zurück“ im Browser Schritt für Schritt ebenso.</p>',
      '<h3>أين أغيّر اللغة؟</h3><p>في أعلى الشاشة، وعلى الهاتف في القائمة.</p><h3>هل تكفي لوحة المفاتيح وحدها؟</h3><p>نعم. ينقلك Tab من باب إلى باب، ويُدخلك Enter، وتدير الأسهم المشهد، ويغلق Escape ما هو مفتوح.</p><h3>كيف أعود؟</h3><p>تقودك العلامة في الأعلى إلى الردهة، وكذلك «رجوع» في متصفحك خطوة خطوة.</p>',
    ),
  },
} as const;

export const imprint = words(
  '<h2>Imprint</h2><p>Nightfall 26 is the demonstration venue of Foyer. It has no organiser, sells no tickets and takes place whenever you start it.</p><p>The organiser of a venue puts their own name, address and contact here.</p><h3>Pictures and sounds</h3><p>All rooms were modelled and rendered for this venue; the scenes are in the folder <code>demo/art</code>. The documents and sounds are made by the scripts in <code>demo/files</code>.</p>',
  '<h2>Impressum</h2><p>Nightfall 26 ist der Vorführraum von Foyer. Er hat keinen Veranstalter, verkauft keine Karten und findet statt, wann immer Sie ihn starten.</p><p>Wer einen Ort für andere betreibt, nennt hier den eigenen Namen, die Anschrift und einen Kontakt.</p><h3>Bilder und Klänge</h3><p>Alle Räume wurden für diesen Ort modelliert und gerendert; die Szenen liegen im Ordner <code>demo/art</code>. Die Dokumente und Klänge machen die Skripte in <code>demo/files</code>.</p>',
  '<h2>بيانات الناشر</h2><p>‏Nightfall 26 هو المكان التجريبي لبرنامج Foyer. لا منظّم له ولا تذاكر تُباع، ويُقام متى شغّلته.</p><p>من يدير مكاناً لغيره يكتب هنا اسمه وعنوانه ووسيلة الاتصال به.</p><h3>الصور والأصوات</h3><p>صُمّمت القاعات كلها ورُسمت لهذا المكان، ومشاهدها في المجلد <code>demo/art</code>. أما الوثائق والأصوات فتصنعها البرامج في المجلد <code>demo/files</code>.</p>',
);

export const privacy = words(
  '<h2>Privacy policy</h2><p>You log in to this demonstration with one of its demo accounts. A session cookie keeps you logged in. When you open a film, another cookie is set for a day, so that a copied address of the film plays in no other browser. Your browser stores your language, which notices you have read, and chat messages that are not sent yet; these stay in your browser.</p><p>The server stores your account, your profile, your likes, your chat messages and the files you upload. Its log contains the IP addresses of logins. If something goes wrong in your browser, the server stores the error with your email and the name of your browser for 14 days, so that administrators can find its cause.</p><p>The film in the plenary comes from Vimeo, a page in the expo hall from Wikipedia, and in the workshop rooms the board comes from Miro, the word cloud from Mentimeter and the meeting in the teal room from Whereby. The meeting at the help desk comes from Zoom. They receive your IP address, Whereby and Zoom also the name that you have here, and may set cookies, but only if you allow it in the privacy preferences. There you can withdraw your consent at any time. Other meetings open in a new tab: what happens there is up to their provider. The server stores each decision with its time.</p><p>The server counts which areas and widgets are opened, and for how long people stay, so that the organisers see what happens at the event. It stores no IP address for this, and a pseudonym instead of your name, which is another one on each day. Only if you agree in the privacy preferences does it also store a pseudonym that stays the same. Single page views and events are deleted after 30 days; only sums are kept.</p>',
  '<h2>Datenschutz</h2><p>Sie melden sich an dieser Vorführung mit einem ihrer Demo-Konten an. Ein Sitzungs-Cookie hält Sie angemeldet. Wenn Sie einen Film öffnen, wird für einen Tag ein weiteres Cookie gesetzt, damit eine kopierte Adresse des Films in keinem anderen Browser spielt. Ihr Browser speichert die Sprache, welche Hinweise Sie gelesen haben, und Chatnachrichten, die noch nicht gesendet sind; das alles bleibt in Ihrem Browser.</p><p>Der Server speichert Ihr Konto, Ihr Profil, Ihre Likes, Ihre Chatnachrichten und die Dateien, die Sie hochladen. Sein Protokoll enthält die IP-Adressen von Anmeldungen. Wenn in Ihrem Browser etwas schiefgeht, speichert der Server den Fehler mit Ihrer E-Mail-Adresse und dem Namen Ihres Browsers für 14 Tage, damit Administratoren die Ursache finden.</p><p>Der Film im Plenum kommt von Vimeo, eine Seite in der Messehalle von Wikipedia, und in den Workshopräumen kommen die Tafel von Miro, die Wortwolke von Mentimeter und das Meeting im türkisen Raum von Whereby. Das Meeting am Infopunkt kommt von Zoom. Sie erhalten Ihre IP-Adresse, Whereby und Zoom auch Ihren Namen an diesem Ort, und können Cookies setzen, aber nur, wenn Sie es in den Datenschutzeinstellungen erlauben. Dort können Sie Ihre Einwilligung jederzeit widerrufen. Andere Meetings öffnen sich in einem neuen Tab: Was dort geschieht, bestimmt deren Anbieter. Der Server speichert jede Entscheidung mit ihrem Zeitpunkt.</p><p>Der Server zählt, welche Bereiche und Widgets geöffnet werden und wie lange die Leute bleiben, damit die Veranstalter sehen, was auf dem Event geschieht. Dafür speichert er keine IP-Adresse und statt Ihres Namens ein Pseudonym, das jeden Tag ein anderes ist. Nur wenn Sie in den Datenschutzeinstellungen zustimmen, speichert er auch ein Pseudonym, das gleich bleibt. Einzelne Seitenaufrufe und Ereignisse werden nach 30 Tagen gelöscht; nur Summen bleiben.</p>',
  '<h2>سياسة الخصوصية</h2><p>تسجّل الدخول إلى هذا العرض بأحد حساباته التجريبية، ويبقيك ملف ارتباط للجلسة مسجّلاً. وعند فتح فيلم يُحفظ ملف ارتباط آخر ليوم واحد، كي لا يعمل عنوان الفيلم المنسوخ في أي متصفح آخر. يحفظ متصفحك لغتك وما قرأته من إشعارات ورسائل المحادثة التي لم تُرسل بعد، ويبقى ذلك كله في متصفحك.</p><p>يخزّن الخادم حسابك وملفك الشخصي وإعجاباتك ورسائلك والملفات التي ترفعها، ويحتوي سجلّه على عناوين IP لعمليات تسجيل الدخول. إذا حدث خطأ في متصفحك، يخزّن الخادم الخطأ مع بريدك الإلكتروني واسم متصفحك مدة 14 يوماً ليجد المسؤولون سببه.</p><p>الفيلم في القاعة الكبرى من Vimeo، وصفحة في قاعة المعرض من ويكيبيديا، وفي غرف الورش اللوح من Miro وسحابة الكلمات من Mentimeter واجتماع الغرفة الفيروزية من Whereby، واجتماع مكتب المساعدة من Zoom. تتلقى هذه الشركات عنوان IP الخاص بك، وتتلقى Whereby وZoom أيضاً اسمك هنا، وقد تضع ملفات ارتباط، لكن فقط إذا سمحت بذلك في إعدادات الخصوصية، حيث يمكنك سحب موافقتك في أي وقت. أما الاجتماعات الأخرى فتُفتح في علامة تبويب جديدة، وما يجري هناك شأن مزوّدها. يخزّن الخادم كل قرار مع وقته.</p><p>يحصي الخادم المناطق والأدوات التي تُفتح ومدة بقاء الناس فيها، ليرى المنظّمون ما يجري في الحدث. ولا يخزّن لذلك عنوان IP، ويخزّن بدل اسمك اسماً مستعاراً يتغيّر كل يوم. ولا يخزّن اسماً مستعاراً ثابتاً إلا إذا وافقت في إعدادات الخصوصية. تُحذف مشاهدات الصفحات والأحداث المفردة بعد 30 يوماً، ولا تبقى إلا المجاميع.</p>',
);

/** The text of the cookie banner. */
export const cookieBanner = words(
  '<p>The film in the plenary, a page in the expo hall, the boards and one meeting in the workshop rooms and the meeting at the help desk come from other companies. They load, and may set cookies, only if you allow them. Everything else of Nightfall 26 works without them.</p>',
  '<p>Der Film im Plenum, eine Seite in der Messehalle, die Tafeln und ein Meeting in den Workshopräumen und das Meeting am Infopunkt kommen von anderen Unternehmen. Sie laden nur, und können nur dann Cookies setzen, wenn Sie es erlauben. Alles andere in Nightfall 26 geht auch ohne sie.</p>',
  '<p>الفيلم في القاعة الكبرى وصفحة في قاعة المعرض واللوحان وأحد الاجتماعات في غرف الورش واجتماع مكتب المساعدة مصدرها شركات أخرى. لا تُحمَّل ولا تضع ملفات ارتباط إلا إذا سمحت بذلك، وكل ما عدا ذلك في Nightfall 26 يعمل من دونها.</p>',
);

/** What the cookie banner says about personalized tracking. */
export const tracking = words(
  '<p>The organisers see how many people are in an area and what they open. If you agree, your visits on different days are recognized as those of the same person, under a pseudonym. Otherwise you are counted as another person on each day. The figures stay on this server.</p>',
  '<p>Die Veranstalter sehen, wie viele Leute in einem Bereich sind und was sie öffnen. Wenn Sie zustimmen, werden Ihre Besuche an verschiedenen Tagen als die derselben Person erkannt, unter einem Pseudonym. Sonst zählen Sie an jedem Tag als eine andere Person. Die Zahlen bleiben auf diesem Server.</p>',
  '<p>يرى المنظّمون عدد الناس في كل منطقة وما يفتحونه. إذا وافقت، تُعرف زياراتك في أيام مختلفة على أنها لشخص واحد باسم مستعار، وإلا تُحسب في كل يوم شخصاً آخر. وتبقى الأرقام على هذا الخادم.</p>',
);

/** What the cookie banner says about a provider. Its keys are not localized. */
interface ProviderTexts {
  readonly purpose: LocalizedText[];
  readonly company: LocalizedText[];
  readonly cookies: LocalizedText[];
  readonly privacyPolicy: LocalizedText[];
}

export const cookieProviders = {
  vimeo: {
    purpose: words(
      'Shows the film in the plenary. Vimeo receives your IP address and the address of this website.',
      'Zeigt den Film im Plenum. Vimeo erhält Ihre IP-Adresse und die Adresse dieser Website.',
      'يعرض الفيلم في القاعة الكبرى. يتلقى Vimeo عنوان IP الخاص بك وعنوان هذا الموقع.',
    ),
    company: words(
      'Vimeo.com, Inc., New York, USA',
      'Vimeo.com, Inc., New York, USA',
      'شركة Vimeo.com, Inc. في نيويورك، الولايات المتحدة',
    ),
    cookies: words(
      'Cookies that the player needs. Vimeo is asked not to track you.',
      'Cookies, die der Player braucht. Vimeo wird gebeten, Sie nicht zu verfolgen.',
      'ملفات ارتباط يحتاجها المشغّل. ونطلب من Vimeo ألا يتتبعك.',
    ),
    privacyPolicy: words(
      'https://vimeo.com/privacy',
      'https://vimeo.com/privacy',
      'https://vimeo.com/privacy',
    ),
  },
  wikipedia: {
    purpose: words(
      'Shows a page about other nights in the expo hall. Wikipedia receives your IP address and the address of this website.',
      'Zeigt in der Messehalle eine Seite über andere Nächte. Wikipedia erhält Ihre IP-Adresse und die Adresse dieser Website.',
      'يعرض في قاعة المعرض صفحة عن ليالٍ أخرى. تتلقى ويكيبيديا عنوان IP الخاص بك وعنوان هذا الموقع.',
    ),
    company: words(
      'Wikimedia Foundation, Inc., San Francisco, USA',
      'Wikimedia Foundation, Inc., San Francisco, USA',
      'مؤسسة Wikimedia Foundation, Inc. في سان فرانسيسكو، الولايات المتحدة',
    ),
    cookies: words(
      'Cookies for statistics and for the settings of the page.',
      'Cookies für Statistiken und für die Einstellungen der Seite.',
      'ملفات ارتباط للإحصاءات ولإعدادات الصفحة.',
    ),
    privacyPolicy: words(
      'https://foundation.wikimedia.org/wiki/Policy:Privacy_policy',
      'https://foundation.wikimedia.org/wiki/Policy:Privacy_policy/de',
      'https://foundation.wikimedia.org/wiki/Policy:Privacy_policy/ar',
    ),
  },
  miro: {
    purpose: words(
      'Shows the rolling board in the workshop rooms. Miro receives your IP address and the address of this website.',
      'Zeigt die Rolltafel in den Workshopräumen. Miro erhält Ihre IP-Adresse und die Adresse dieser Website.',
      'يعرض اللوح المتحرك في غرف الورش. يتلقى Miro عنوان IP الخاص بك وعنوان هذا الموقع.',
    ),
    company: words(
      'RealtimeBoard, Inc. (Miro), San Francisco, USA',
      'RealtimeBoard, Inc. (Miro), San Francisco, USA',
      'شركة RealtimeBoard, Inc. (Miro) في سان فرانسيسكو، الولايات المتحدة',
    ),
    cookies: words(
      'Cookies that the board needs, and cookies for statistics.',
      'Cookies, die die Tafel braucht, und Cookies für Statistiken.',
      'ملفات ارتباط يحتاجها اللوح، وملفات ارتباط للإحصاءات.',
    ),
    privacyPolicy: words(
      'https://miro.com/legal/privacy-policy/',
      'https://miro.com/legal/privacy-policy/',
      'https://miro.com/legal/privacy-policy/',
    ),
  },
  mentimeter: {
    purpose: words(
      'Shows the word cloud in the workshop rooms. Mentimeter receives your IP address and the address of this website.',
      'Zeigt die Wortwolke in den Workshopräumen. Mentimeter erhält Ihre IP-Adresse und die Adresse dieser Website.',
      'يعرض سحابة الكلمات في غرف الورش. يتلقى Mentimeter عنوان IP الخاص بك وعنوان هذا الموقع.',
    ),
    company: words(
      'Mentimeter AB, Stockholm, Sweden',
      'Mentimeter AB, Stockholm, Schweden',
      'شركة Mentimeter AB في ستوكهولم، السويد',
    ),
    cookies: words(
      'Cookies that the results need, and cookies for statistics.',
      'Cookies, die die Ergebnisse brauchen, und Cookies für Statistiken.',
      'ملفات ارتباط تحتاجها النتائج، وملفات ارتباط للإحصاءات.',
    ),
    privacyPolicy: words(
      'https://www.mentimeter.com/privacy',
      'https://www.mentimeter.com/privacy',
      'https://www.mentimeter.com/privacy',
    ),
  },
  whereby: {
    purpose: words(
      'Holds the meeting in the teal room. Whereby receives your IP address, the address of this website, your name and language, and what you say and show in the meeting.',
      'Führt das Meeting im türkisen Raum durch. Whereby erhält Ihre IP-Adresse, die Adresse dieser Website, Ihren Namen und Ihre Sprache, und was Sie im Meeting sagen und zeigen.',
      'يستضيف اجتماع الغرفة الفيروزية. يتلقى Whereby عنوان IP الخاص بك وعنوان هذا الموقع واسمك ولغتك وما تقوله وتعرضه في الاجتماع.',
    ),
    company: words(
      'Video Communication Services AS (Whereby), Måløy, Norway',
      'Video Communication Services AS (Whereby), Måløy, Norwegen',
      'شركة Video Communication Services AS (Whereby) في مولوي، النرويج',
    ),
    cookies: words(
      'Cookies that the meeting needs, and cookies for statistics.',
      'Cookies, die das Meeting braucht, und Cookies für Statistiken.',
      'ملفات ارتباط يحتاجها الاجتماع، وملفات ارتباط للإحصاءات.',
    ),
    privacyPolicy: words(
      'https://whereby.com/information/tos/privacy-policy/',
      'https://whereby.com/information/tos/privacy-policy/',
      'https://whereby.com/information/tos/privacy-policy/',
    ),
  },
  zoom: {
    purpose: words(
      'Holds the meeting at the help desk. Zoom receives your IP address, your name and language, and what you say and show in the meeting.',
      'Führt das Meeting am Infopunkt durch. Zoom erhält Ihre IP-Adresse, Ihren Namen und Ihre Sprache, und was Sie im Meeting sagen und zeigen.',
      'يستضيف اجتماع مكتب المساعدة. يتلقى Zoom عنوان IP الخاص بك واسمك ولغتك وما تقوله وتعرضه في الاجتماع.',
    ),
    company: words(
      'Zoom Communications, Inc., San Jose, USA',
      'Zoom Communications, Inc., San Jose, USA',
      'شركة Zoom Communications, Inc. في سان خوسيه، الولايات المتحدة',
    ),
    cookies: words(
      'Cookies that the meeting needs.',
      'Cookies, die das Meeting braucht.',
      'ملفات ارتباط يحتاجها الاجتماع.',
    ),
    privacyPolicy: words(
      'https://www.zoom.com/en/trust/privacy/privacy-statement/',
      'https://www.zoom.com/en/trust/privacy/privacy-statement/',
      'https://www.zoom.com/en/trust/privacy/privacy-statement/',
    ),
  },
} satisfies Record<string, ProviderTexts>;

export const pictures = {
  floorplan: words('A plan of the building.', 'Ein Plan des Gebäudes.', 'مخطط المبنى.'),
  loginBackground: words('The building at dusk.', 'Das Gebäude in der Dämmerung.', 'المبنى عند الغسق.'),
  posterWindow: words(
    'A house front at night with sixty-three windows. Four are lit: behind one someone reads, behind another sits a cat.',
    'Eine Hausfront bei Nacht mit dreiundsechzig Fenstern. Vier sind hell: Hinter einem liest jemand, hinter einem anderen sitzt eine Katze.',
    'واجهة بيت في الليل بثلاث وستين نافذة، أربع منها مضاءة: خلف إحداها من يقرأ، وخلف أخرى قطة.',
  ),
  posterBats: words(
    'A city from above at night. Thin lines in five colours leave five points and meet along the river.',
    'Eine Stadt bei Nacht von oben. Feine Linien in fünf Farben gehen von fünf Punkten aus und treffen sich am Fluss.',
    'مدينة من الأعلى في الليل. خطوط دقيقة بخمسة ألوان تنطلق من خمس نقاط وتلتقي على امتداد النهر.',
  ),
  sky: words(
    'Trails of stars in wide circles above dark roofs, with the last windows lit.',
    'Sternspuren in weiten Kreisen über dunklen Dächern mit den letzten hellen Fenstern.',
    'مسارات نجوم في دوائر واسعة فوق أسطح مظلمة، وآخر النوافذ مضاءة.',
  ),
  logo: words('Nightfall 26', 'Nightfall 26', 'Nightfall 26'),
} as const;

/** Alternative texts of the areas' pictures. */
export const areaPictures: Record<AreaId, LocalizedText[]> = {
  lobby: areas.lobby.description,
  expo: areas.expo.description,
  plenary: areas.plenary.description,
  lounge: areas.lounge.description,
  library: areas.library.description,
  workshops: areas.workshops.description,
  helpdesk: areas.helpdesk.description,
};

export const viewpoints = {
  entrance: words('Entrance', 'Eingang', 'المدخل'),
  reception: words('Reception', 'Empfang', 'الاستقبال'),
  hall: words('In the hall', 'In der Halle', 'في القاعة'),
  back: words('Towards the lobby', 'Zur Lobby hin', 'نحو الردهة'),
} as const;

/** The labels of this venue's own profile fields. */
export const profileLabels = {
  interests: words('What I am here for', 'Was mich herführt', 'ما جاء بي إلى هنا'),
  diet: words('Food and allergies', 'Essen und Allergien', 'الطعام والحساسية'),
};

export const widgetNames = {
  welcome: words('Welcome', 'Willkommen', 'مرحباً'),
  programme: words('Programme', 'Programm', 'البرنامج'),
  film: words('Film of the evening', 'Film des Abends', 'فيلم المساء'),
  otherNights: words('Programmes of other nights', 'Programme anderer Nächte', 'برامج ليالٍ أخرى'),
  library: words('Papers and recordings', 'Texte und Mitschnitte', 'أوراق وتسجيلات'),
  mediaBoard: words('Ideas for the night', 'Ideen für die Nacht', 'أفكار لليل'),
  posterBook: words('Book of posters', 'Buch der Plakate', 'كتاب الملصقات'),
  sounds: words('Sounds of the night', 'Klänge der Nacht', 'أصوات الليل'),
  reading: words('Reading list', 'Leseliste', 'قائمة القراءة'),
  workshops: words('Tonight’s workshops', 'Workshops heute Abend', 'ورش الليلة'),
  tealRoom: words('Teal room', 'Türkiser Raum', 'الغرفة الفيروزية'),
  amberRoom: words('Amber room', 'Bernsteinraum', 'الغرفة الكهرمانية'),
  violetRoom: words('Violet room', 'Violetter Raum', 'الغرفة البنفسجية'),
  rollingBoard: words('Rolling board', 'Rolltafel', 'اللوح المتحرك'),
  nightWords: words('Words of the night', 'Wörter der Nacht', 'كلمات الليلة'),
  votingCode: words('Vote from your seat', 'Vom Platz aus abstimmen', 'صوّت من مقعدك'),
  lateTable: words('Talk with the night shift', 'Gespräch mit der Nachtschicht', 'حديث مع المناوبة الليلية'),
  helpMeeting: words('Talk to the help desk', 'Mit dem Infopunkt sprechen', 'تحدّث إلى مكتب المساعدة'),
  entryCode: words('Nightfall on your phone', 'Nightfall auf dem Telefon', 'نايتفول على هاتفك'),
  answers: words('Questions and answers', 'Fragen und Antworten', 'أسئلة وأجوبة'),
  reactions: words('Reactions', 'Reaktionen', 'التفاعلات'),
  floorplan: words('Floorplan', 'Raumplan', 'مخطط المكان'),
  lobbyChat: words('By the window', 'Am Fenster', 'عند النافذة'),
  barWall: words('Wall at the bar', 'Pinnwand an der Bar', 'جدار البار'),
  loungeChat: words('Round the table', 'Am runden Tisch', 'حول الطاولة'),
  globalChat: words('Everyone at Nightfall', 'Alle bei Nightfall', 'كل من في نايتفول'),
} as const;
