/** The PDFs of the library and the media board. */
import type { LocalizedText } from '@foyer/contract';
import { randomNumbers } from '../randomNumbers.ts';
import { lockedPassword } from '../media.ts';
import { description, talks, title, words } from '../texts.ts';
import { margin, pageHeight, pageWidth, pdf, write, type Page, type TextStyle } from './page.ts';

type Locale = 'en' | 'de' | 'ar';
const inLocale = (texts: readonly LocalizedText[], locale: Locale): string =>
  texts.find((text) => text.locale === locale)?.text ?? '';
const withoutTags = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

const night = '#000A33';
const paper = '#FFFFFF';
const red = '#F70041';
const lamp = '#FFC46B';
const shade = '#9AA3C7';

/** Rings of light, as lamps are seen from above. */
function lamps(page: Page, seed: number, count: number, color: string): void {
  const random = randomNumbers(seed);
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [pageWidth * random(), pageHeight * (0.5 + 0.55 * random())];
    const size = 12 + 46 * random() ** 2;
    for (let ring = 1; ring <= 5; ring += 1)
      page
        .circle(x, y, (size * ring) / 5)
        .lineWidth(0.9)
        .strokeOpacity(0.85 - 0.15 * ring)
        .stroke(index % 7 === 0 ? red : color);
    page.circle(x, y, 1.8).fillOpacity(1).fill(color);
  }
  page.strokeOpacity(1);
}

function darkPage(page: Page, seed: number, count: number): void {
  page.addPage().rect(0, 0, pageWidth, pageHeight).fill(night);
  lamps(page, seed, count, lamp);
}

const programmeTitle = words('Programme of the evening', 'Programm des Abends', 'برنامج الأمسية');
const talkNumber = words('Talk', 'Vortrag', 'المحاضرة');
const goodToKnow = words('Good to know', 'Gut zu wissen', 'من المفيد أن تعرف');
const hints = [
  words(
    'The talks are in the plenary. Between them the lounge and the listening shell in the expo hall are open.',
    'Die Vorträge sind im Plenum. Dazwischen sind die Lounge und die Hörmuschel in der Messehalle offen.',
    'المحاضرات في القاعة الكبرى، وبينها تبقى الاستراحة وركن الاستماع في قاعة المعرض مفتوحين.',
  ),
  words(
    'All papers of the evening lie on the long desks of the library. You can read them there or take them home.',
    'Alle Texte des Abends liegen auf den langen Tischen der Bibliothek. Sie können sie dort lesen oder mitnehmen.',
    'كل أوراق الأمسية على طاولات المكتبة الطويلة، يمكنك قراءتها هناك أو أخذها معك.',
  ),
];

function programme(locale: Locale): Promise<Buffer> {
  const isRtl = locale === 'ar';
  const on = (color: string, size: number, isBold = false): TextStyle => ({ color, size, isBold, isRtl });
  const text = (texts: readonly LocalizedText[]): string => inLocale(texts, locale);
  const name = `${text(title)} · ${text(programmeTitle)}`;
  return pdf(name, { lang: locale }, (page) => {
    darkPage(page, 3, 26);
    page.outline.addItem(text(title));
    const below = write(page, text(title), 64, on(paper, 40, true));
    const lead = write(page, text(programmeTitle), below + 4, on(lamp, 18, true));
    write(page, text(description), lead + 12, on(paper, 12));
    talks.forEach((talk, index) => {
      page.addPage();
      page.outline.addItem(text(talk.title));
      lamps(page, 12 + index, 9, shade);
      page.rect(isRtl ? pageWidth - 8 : 0, 0, 8, pageHeight).fill(red);
      const number = write(page, `${text(talkNumber)} ${index + 1}`, 64, on(red, 13, true));
      const heading = write(page, text(talk.title), number + 6, on(night, 26, true));
      write(page, withoutTags(text(talk.about)), heading + 16, on(night, 14));
    });
    darkPage(page, 8, 18);
    page.outline.addItem(text(goodToKnow));
    let top = write(page, text(goodToKnow), 64, on(paper, 26, true)) + 12;
    for (const hint of hints) top = write(page, text(hint), top, on(paper, 13)) + 12;
  });
}

/** Opens with the password that its description in the library says. */
const minutes = (): Promise<Buffer> =>
  // With this version PDFKit encrypts without random numbers, so that the file is always the same.
  pdf(
    'Minutes of the night shift',
    { lang: 'en', userPassword: lockedPassword, pdfVersion: '1.4' },
    (page) => {
      page.addPage().rect(0, 0, pageWidth, 8).fill(red);
      const dark = (size: number, isBold = false): TextStyle => ({
        color: night,
        size,
        isBold,
        isRtl: false,
      });
      let top = write(page, 'Minutes of the night shift', 56, dark(24, true)) + 12;
      for (const line of [
        '22:00  Doors open. Nobody waits, then all at once everyone.',
        '22:40  The lamps in the square go down to a third. One complaint, two compliments.',
        '23:15  A bat in the plenary. It leaves by the same window, as agreed.',
        '00:30  Last train. Eleven people run, eleven people catch it.',
        '01:10  The kettle in the lounge is found guilty of the noise.',
        '02:00  Nothing to report, which is what we are here for.',
      ])
        top = write(page, line, top, dark(13)) + 8;
    },
  );

/** The answers of a survey, with the share of people who gave them. */
const answers = [
  ['I see the faces of people who come towards me', 0.71],
  ['Someone I know lives on the way', 0.58],
  ['A shop or a window is lit', 0.49],
  ['I know when the next bus comes', 0.44],
  ['The street is bright', 0.17],
] as const;

/** A survey on three pages, with a chart. */
const survey = (): Promise<Buffer> =>
  pdf('Walking home', { lang: 'en' }, (page) => {
    const on = (color: string, size: number, isBold = false): TextStyle => ({
      color,
      size,
      isBold,
      isRtl: false,
    });
    darkPage(page, 21, 30);
    page.outline.addItem('Walking home');
    const below = write(page, 'Walking home', 64, on(paper, 40, true));
    const lead = write(page, 'What makes a way feel short', below + 4, on(lamp, 18, true));
    write(
      page,
      'A survey of 4,000 people in nine cities, all of them asked after ten at night.',
      lead + 12,
      on(paper, 12),
    );

    page.addPage().rect(0, 0, 8, pageHeight).fill(red);
    page.outline.addItem('What they said');
    let top = write(page, 'What they said', 48, on(night, 26, true));
    top = write(page, '“The way feels short if …”', top + 4, on(red, 13, true)) + 18;
    for (const [answer, share] of answers) {
      top = write(page, answer, top, on(night, 12)) + 4;
      const full = pageWidth - 2 * margin;
      page.roundedRect(margin, top, full, 10, 5).fill('#E6E9F4');
      page.roundedRect(margin, top, full * share, 10, 5).fill(share < 0.2 ? red : night);
      top = write(page, `${Math.round(share * 100)} %`, top + 14, on(shade, 10, true)) + 14;
    }

    darkPage(page, 34, 14);
    page.outline.addItem('What follows');
    top = write(page, 'What follows', 64, on(paper, 26, true)) + 12;
    for (const line of [
      'Bright streets came last. A lamp that dazzles hides the face behind it.',
      'Light people, not roads: low lamps, at the side, in a warm colour.',
      'A lit window is worth three lamps. Ask the bakery to leave its own on.',
    ])
      top = write(page, line, top, on(paper, 13)) + 12;
  });

const districts = [
  'Old Harbour',
  'Canal Quarter',
  'Lantern Hill',
  'The Yards',
  'North Gate',
  'Orchard Side',
  'Mill Island',
  'Station Field',
  'Upper Bridges',
  'Saltmarsh',
  'Garden City',
  'The Heath',
];
const streetNames = 'Copper Willow Harbour Moth Anchor Linden Chapel Ferry Owl Baker Juniper Signal'.split(
  ' ',
);
const streetKinds = 'Street Lane Row Steps Quay Passage'.split(' ');
const lampKinds = ['warm, low', 'warm, on a wall', 'amber, on a mast', 'with a sensor'];
const rowsOnPage = 15;
const registerPages = 300;

/** A register of 4,500 lamps on 300 pages, with an outline by district. */
const register = (): Promise<Buffer> =>
  pdf('Register of the city’s lamps', { lang: 'en' }, (page) => {
    const random = randomNumbers(300);
    const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
    for (let number = 1; number <= registerPages; number += 1) {
      const pagesOfDistrict = registerPages / districts.length;
      const district = districts[Math.floor((number - 1) / pagesOfDistrict)] ?? '';
      page.addPage();
      if ((number - 1) % pagesOfDistrict === 0) page.outline.addItem(district);
      page.font('latin-600').fontSize(18).fillColor(night).text(district, margin, 40, { lineBreak: false });
      page.font('latin-400').fontSize(10);
      for (let row = 0; row < rowsOnPage; row += 1) {
        const y = 84 + row * 30;
        const house = `${pick(streetNames)} ${pick(streetKinds)} ${1 + Math.floor(random() * 80)}`;
        const lampNumber = String((number - 1) * rowsOnPage + row + 1).padStart(4, '0');
        const cells = [lampNumber, house, pick(lampKinds), `off at ${pick(['23', '00', '01', '02'])}:00`];
        cells.forEach((cell, index) =>
          page.text(cell, margin + ([0, 48, 182, 284][index] ?? 0), y, { lineBreak: false }),
        );
      }
      page.fontSize(9).text(`${number} / ${registerPages}`, margin, pageHeight - 36, { lineBreak: false });
    }
  });

export const documents: Readonly<Record<string, () => Promise<Buffer>>> = {
  'programme-en.pdf': () => programme('en'),
  'programme-de.pdf': () => programme('de'),
  'programme-ar.pdf': () => programme('ar'),
  'night-shift.pdf': minutes,
  'lamp-register.pdf': register,
  'walking-home.pdf': survey,
};
